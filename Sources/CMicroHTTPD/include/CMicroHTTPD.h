/* see Sources/CMicroHTTPD/CMicroHTTPD.c */
