// The command of Cypress that signs a user in. Import it in the support file. It runs in the browser.

// The session of an earlier test is in IndexedDB, which Cypress does not clear and where the SDK looks first. The SDK
// takes the new one from local storage.
Cypress.Commands.add('signedIn', (user) =>
  cy.task('signedInState', user).then(({ origins: [{ origin, localStorage }] }) => {
    const signIn = (page) => {
      // The session is for this web app alone.
      if (page.location.origin !== origin) return;
      cy.off('window:before:load', signIn);
      page.indexedDB.deleteDatabase('firebaseLocalStorageDb');
      for (const { name, value } of localStorage) page.localStorage.setItem(name, value);
    };
    cy.on('window:before:load', signIn);
  }),
);
