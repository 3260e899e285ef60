// AuthServer
