import type { PageTexts } from '../messages/page-messages.ts';

/** The browser and system that a User-Agent names, as far as people know them. */
export function browserName(agent: string | undefined, t: PageTexts): string {
  const found = /(Edg|OPR|Firefox|Chrome|Safari)(?=\/)/.exec(agent ?? '')?.[1];
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent ?? '')?.[1];
  const browser = found === 'Edg' ? 'Edge' : found === 'OPR' ? 'Opera' : found;
  if (browser === undefined) return t.text('account.otherBrowser');
  return system === undefined ? browser : t.text('account.browserOn', { browser, system });
}
