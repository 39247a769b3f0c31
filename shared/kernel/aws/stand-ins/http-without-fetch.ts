/**
 * In bundles, replaces `node:http`. An ES module that imports it reads all that it exports, and one of its
 * exports is of Node.js's fetch, which is then loaded whole: a third of what a function needs to start, for one that never
 * fetches.
 */
const http = process.getBuiltinModule('node:http');

export const { Agent, STATUS_CODES, request } = http;
