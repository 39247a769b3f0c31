/** What needs all operations that rules run, loaded together for those who save a rule or preview one. */
export { assertRule } from './assert-rule.ts';
export { runPreview } from './run-preview.ts';
