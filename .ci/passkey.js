// The page of a web app, which uses passkeys as Firebase's JS SDK does: bytes are in the base64 of atob and btoa.
"use strict";

const { server } = document.body.dataset;

const call = async (method, body) => {
  const answer = await fetch(`${server}/identitytoolkit.googleapis.com/${method}?key=k`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const found = await answer.json();
  if (found.error) throw new Error(found.error.message);
  return found;
};

const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));

const answered = ({ id, rawId, type, response }, names) => ({
  id, rawId: text(rawId), type, response: Object.fromEntries(names.map((name) => [name, text(response[name])])),
});

// Enrolls a passkey. The result has the tokens and the request that they answer.
const enroll = async (idToken, name, changes) => {
  const { credentialCreationOptions: options } = await call("v2/accounts/passkeyEnrollment:start", { idToken });
  options.challenge = bytes(options.challenge);
  options.user.id = bytes(options.user.id);
  for (const credential of options.excludeCredentials ?? []) credential.id = bytes(credential.id);
  const credential = await navigator.credentials.create({ publicKey: { ...options, ...changes } });
  const request = {
    idToken, authenticatorRegistrationResponse: answered(credential, ["clientDataJSON", "attestationObject"]), name,
    displayName: name,
  };
  return { ...await call("v2/accounts/passkeyEnrollment:finalize", request), request };
};

const signIn = async (changes, more) => {
  const { credentialRequestOptions: options } = await call("v2/accounts/passkeySignIn:start", {});
  options.challenge = bytes(options.challenge);
  const credential = await navigator.credentials.get({ publicKey: { ...options, ...changes }, ...more });
  const names = ["clientDataJSON", "authenticatorData", "signature", "userHandle"];
  const request = { authenticatorAuthenticationResponse: answered(credential, names) };
  return { ...await call("v2/accounts/passkeySignIn:finalize", request), request };
};

// If there is no passkey, it enrolls one for a new anonymous account.
const signInWithPasskey = async (name) => {
  try {
    return await signIn();
  } catch (error) {
    if (error.name !== "NotAllowedError") throw error;
    const { idToken } = await call("v1/accounts:signUp", { returnSecureToken: true });
    return enroll(idToken, name);
  }
};

// Gives the test the error, too: the server's message, or the name of the browser's error.
const told = (promise) =>
  promise.catch((error) => ({ error: error.name === "Error" ? error.message : error.name }));
