/**
 * In bundles, replaces the SDK's hash in JavaScript, which it falls back to where Node.js lacks cryptography; Lambda's
 * has it.
 */
export class Sha256Js {
  constructor() {
    throw new Error('This runtime has no native SHA-256.');
  }
}
