import AuthClient

let auth = Auth(apiKey: "any", projectID: "demo-test")
print("ok: a client alone, with \(auth.currentUser?.uid ?? "nobody") signed in")
