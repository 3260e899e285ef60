// AuthClient
