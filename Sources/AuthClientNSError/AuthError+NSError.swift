// `CustomNSError` and `NSError` are not among the essentials of Foundation. So this conformance is in a module of its own,
// which the library product has and the tool does not. `error as NSError` looks for it when the program runs, so nobody
// imports this module. On Apple's systems it is in `AuthClient`.
#if canImport(FoundationEssentials)
  import AuthClient
  public import Foundation

  extension AuthError: CustomNSError {}
#endif
