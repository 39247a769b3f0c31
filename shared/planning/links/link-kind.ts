import type { LinkKind } from '../story-parts/link.ts';

/** What a page of a code host is, by the part of its path after owner and repository. */
const codePages: readonly (readonly [RegExp, LinkKind])[] = [
  [/^(\/[^/]+){2,}\/(pull|pull-requests|merge_requests)\/\d+(\/|$)/, 'pull_request'],
  [/^(\/[^/]+){2,}\/(tree|branch)\/./, 'branch'],
  [/^(\/[^/]+){2,}\/commits?\/[0-9a-f]{7,64}(\/|$)/i, 'commit'],
];

/** Hosts of designs and documents, including their subdomains. */
const hosts: readonly (readonly [LinkKind, readonly string[]])[] = [
  ['design', ['figma.com']],
  ['document', ['docs.google.com', 'notion.so', 'notion.site', 'notion.com']],
];

/** What the page at an address is, by the address alone; GitHub, GitLab and Bitbucket may run on any host. */
export function kindOfUrl(url: string): LinkKind {
  const { hostname, pathname } = new URL(url);
  const isAt = (host: string) => hostname === host || hostname.endsWith(`.${host}`);
  const byHost = hosts.find(([, names]) => names.some(isAt))?.[0];
  return byHost ?? codePages.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'other';
}
