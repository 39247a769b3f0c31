import type { PagePlace } from './page.ts';

type Parameters = Readonly<Record<string, string>>;

/** The path of a page with the parameters of a request for it, or for a form of it, which may have more. */
export const pathOf = (path: string, parameters: Parameters): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '');

export const placeOf = (path: string, parameters: Parameters): PagePlace => ({
  page: pathOf(path, parameters),
  path: Object.fromEntries(Object.entries(parameters).filter(([name]) => path.includes(`{${name}}`))),
});
