// The only file of the tool that imports Foundation. All of Foundation makes a static binary four times as large and
// start-up twice as slow. So this uses `FoundationEssentials`, except on Apple's systems, which do not have it.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
