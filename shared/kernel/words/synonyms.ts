import { stem } from './stem.ts';

/** Words that people who plan work use for the same thing. */
const GROUPS: readonly string[] = [
  'add create new introduce',
  'remove delete drop erase wipe clean purge prune clear reset',
  'fix repair mend resolve correct heal',
  'bug defect issue problem',
  'error failure fail exception',
  'crash panic abort die exit',
  'hang freeze stuck block deadlock spin',
  'slow performance speed latency fast',
  'improve enhance optimize better',
  'change update modify edit alter',
  'docs documentation document guide manual readme',
  'test spec verify check',
  'config configuration setting settings preference',
  'login sign signin auth authentication authenticate',
  'user person member people',
  'show display view render list',
  'find search lookup query discover',
  'wrong incorrect invalid broken bad',
  'missing lack absent lost',
  'rename move relocate',
  'split separate extract isolate',
  'merge combine unify consolidate join',
  'duplicate duplication copy double',
  'unused dead obsolete leftover',
  'start startup launch boot begin init initialize',
  'stop quit terminate shutdown end kill',
  'save store persist write',
  'load read fetch get',
  'send deliver publish',
  'limit maximum max cap',
  'folder directory dir',
  'file document',
  'repo repository',
  'db database',
  'allow permit support enable',
  'forbid prevent disallow disable',
  'expire expiry expiration timeout',
  'ui interface frontend screen',
  'api endpoint',
  'concurrent parallel race simultaneous',
  'notification notify alert warn warning',
  'rewrite refactor restructure',
  'upgrade bump',
  'outdated stale old',
  'infinite endless forever loop',
  'empty blank',
  'remain left leftover stay',
  'mac macos osx',
  'windows win32',
  'dark night',
  'theme mode',
];

const byStem = new Map<string, Set<string>>();
for (const group of GROUPS) {
  const stems = group.split(' ').map(stem);
  for (const one of stems) {
    const others = byStem.get(one) ?? new Set();
    for (const other of stems) if (other !== one) others.add(other);
    byStem.set(one, others);
  }
}

/** The terms that can stand for a term, which mean about the same. */
export const synonymsOf = (term: string): string[] => [...(byStem.get(term) ?? [])];
