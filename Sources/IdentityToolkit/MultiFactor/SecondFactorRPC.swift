/// A call about second factors, which a project may refuse as a whole: it has to be upgraded to Identity Platform.
package protocol SecondFactorRPC: RPC {}
