// The one place that names Foundation. `FoundationEssentials` leaves out what makes a static binary four
// times as large and start twice as slow; Apple's systems only have the whole.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
