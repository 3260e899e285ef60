/* see Sources/CCurl/CCurl.c */
