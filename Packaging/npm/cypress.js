// The command of Cypress that signs a user in. Import it in the support file. It runs in the browser.

// The session of an earlier test is in IndexedDB, which Cypress does not clear. The new one goes to both places, because
// the app decides where the SDK looks. The browser puts it into IndexedDB before it opens the database for the app.
Cypress.Commands.add('signedIn', (user) =>
  cy.task('signedInState', user).then(({ origins: [{ origin, localStorage, indexedDB: [database] }] }) => {
    const signIn = (page) => {
      // The session is for this web app alone.
      if (page.location.origin !== origin) return;
      cy.off('window:before:load', signIn);
      for (const { name, value } of localStorage) page.localStorage.setItem(name, value);
      page.indexedDB.deleteDatabase(database.name);
      const opened = page.indexedDB.open(database.name, database.version);
      opened.onupgradeneeded = () => {
        for (const { name, keyPath, records } of database.stores) {
          const store = opened.result.createObjectStore(name, { keyPath });
          for (const { value } of records) store.put(value);
        }
      };
      opened.onsuccess = () => opened.result.close();
    };
    cy.on('window:before:load', signIn);
  }),
);
