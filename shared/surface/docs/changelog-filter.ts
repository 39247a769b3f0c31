import { html, type Html } from '../../kernel/html/html.ts';
import { CHANGELOG } from './changelog-address.ts';

/** Whom an entry is for, by its class, as the filter and the feeds say it. */
export const changelogReaders = { api: 'API', pages: 'Pages', operators: 'Operators' } as const;

export type ChangelogReader = keyof typeof changelogReaders;

/** The readers of the entries below a heading of the third level; those of a day come first, without one. */
export function readerOf(heading: string | undefined): ChangelogReader {
  if (heading === undefined || heading === 'Renamed or removed') return 'api';
  if (heading === 'Portals and pages') return 'pages';
  if (heading === 'For operators') return 'operators';
  throw new Error(`The changelog's heading ${heading} does not say whom its entries are for.`);
}

/** What of the changelog is shown: `show=changes` leaves out what is new, `for=api` what is for others. */
interface ChangelogChoice {
  changesOnly: boolean;
  reader: ChangelogReader | undefined;
}

const NO_CHOICE: ChangelogChoice = { changesOnly: false, reader: undefined };

/** Links to each choice, which the filtered page has with its own marked. */
export const changelogFilter = (choice: ChangelogChoice = NO_CHOICE): Html =>
  html`<nav class="only" aria-label="Filter">
    <ul>
      ${[undefined, ...readerNames()].map((reader) => choiceLink(reader ? changelogReaders[reader] : 'All readers', { ...choice, reader }, choice))}
    </ul>
    <ul>
      ${choiceLink('All entries', { ...choice, changesOnly: false }, choice)}
      ${choiceLink('Only what changed or was removed, or needs you to act', { ...choice, changesOnly: true }, choice)}
    </ul>
  </nav>`;

const readerNames = (): ChangelogReader[] => Object.keys(changelogReaders) as ChangelogReader[];

const choiceLink = (name: string, target: ChangelogChoice, current: ChangelogChoice): Html => {
  const isCurrent = target.changesOnly === current.changesOnly && target.reader === current.reader;
  return html`<li>
    <a href="${addressOfChoice(target)}" aria-current="${isCurrent ? 'true' : 'false'}">${name}</a>
  </li>`;
};

function addressOfChoice({ changesOnly, reader }: ChangelogChoice): string {
  const query = new URLSearchParams();
  if (changesOnly) query.set('show', 'changes');
  if (reader !== undefined) query.set('for', reader);
  return `/docs/${CHANGELOG}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

/** The page of the changelog with what its address asks for; undefined if that is all of it. */
export function filteredChangelog(page: string, query: URLSearchParams): string | undefined {
  const choice = {
    changesOnly: query.get('show') === 'changes',
    reader: readerNames().find((one) => one === query.get('for')),
  };
  if (!choice.changesOnly && choice.reader === undefined) return undefined;
  const isShown = (classes: readonly string[]) =>
    !(choice.changesOnly && classes.includes('new')) &&
    (choice.reader === undefined || classes.includes(choice.reader));
  const filtered = page
    .replace(/<nav class="only".*?<\/nav>/s, () => changelogFilter(choice).text)
    .replaceAll(/<li id="entry-\w+" class="([^"]*)">.*?<\/li>\s*/gs, (entry, classes: string) =>
      isShown(classes.split(' ')) ? entry : '',
    )
    .replaceAll(/(?:<h3\b[^>]*>[^<]*<\/h3>\s*)?<ul>\s*<\/ul>\s*/g, '')
    .replaceAll(/<section id="[^"]*"><h2>(?:(?!<\/h2>).)*<\/h2>\s*<\/section>/gs, '');
  // Days without an entry are not in the navigation either.
  return filtered.replaceAll(/<li><a href="#([^"]*)"[^>]*>[^<]*<\/a><\/li>/g, (link, id: string) =>
    filtered.includes(` id="${id}"`) ? link : '',
  );
}
