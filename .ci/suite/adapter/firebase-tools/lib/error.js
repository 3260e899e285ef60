'use strict';

class FirebaseError extends Error {
  name = 'FirebaseError';
  exit = 1;
}
exports.FirebaseError = FirebaseError;
