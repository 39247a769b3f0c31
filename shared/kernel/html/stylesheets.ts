import { docsStylesheet, docsStylesheetPath } from './docs-stylesheet.ts';
import { portalStylesheet, portalStylesheetPath } from './portal-stylesheet.ts';
import { stylesheet, stylesheetPath } from './stylesheet.ts';

/** Every stylesheet, under the path where it is served. */
export const stylesheets: ReadonlyMap<string, string> = new Map([
  [stylesheetPath, stylesheet],
  [docsStylesheetPath, docsStylesheet],
  [portalStylesheetPath, portalStylesheet],
]);
