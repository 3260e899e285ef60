declare global {
  namespace Cypress {
    interface Chainable<Subject = any> {
      /** Signs a user in to the web app that the next `cy.visit` opens. It runs the task `signedInState`. */
      signedIn(user?: object): Chainable<void>;
    }
  }
}

export {};
