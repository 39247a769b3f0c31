import type { ItemStatus } from '../../../shared/feedback/items/item.ts';

/** Content of the demo's portal. */
export interface DemoItem {
  board: 0 | 1 | 2;
  title: string;
  status: ItemStatus;
  author: string;
  votes: number;
  /** Days ago. */
  age: number;
  description?: string;
  roadmapSummary?: string;
  tags?: string[];
  comments?: [author: string, text: string][];
}

/** The slug of the demo's portal, unless another has it. */
export const DEMO_PORTAL = 'tidepool';

export const boards = [
  { name: 'Ideas', description: 'What you would like to do with Tidepool' },
  { name: 'Bugs', description: 'What does not work as it should' },
  { name: 'Integrations', description: 'What Tidepool should talk to' },
];

export const items: DemoItem[] = [
  {
    board: 0,
    title: 'Sign in with a passkey',
    tags: ['mobile', 'security'],
    status: 'in_progress',
    author: 'Noor',
    votes: 184,
    age: 96,
    description:
      'Passwords are the last thing that I still have to look up. **Please let me use my fingerprint** on the phone and the key on my desk.',
    roadmapSummary: 'Registering and signing in work; recovery comes next.',
    comments: [
      ['Jonas', 'This would end half of the calls to our help desk.'],
      ['Ada Admin', 'It is under way. We will ask for a few people to try it this month.'],
      ['Noor', 'Count me in.'],
    ],
  },
  {
    board: 0,
    title: 'Share a note with somebody outside',
    tags: ['sharing'],
    status: 'planned',
    author: 'Iris',
    votes: 131,
    age: 74,
    description:
      'A link that ends after a week would be enough:\n\n- read only\n- with a password, if I want one\n- and a list of the links that are out',
    roadmapSummary: 'Read-only links that expire on their own.',
    comments: [['Mateo', 'With a password, please. Legal will not let us otherwise.']],
  },
  {
    board: 2,
    title: 'Two-way sync with calendars',
    tags: ['mobile'],
    status: 'planned',
    author: 'Mateo',
    votes: 117,
    age: 61,
    description: 'What I plan here should appear in my calendar, and move when I move it there.',
    roadmapSummary: 'First from Tidepool to your calendar, then back.',
  },
  {
    board: 0,
    title: 'Keyboard shortcuts for everything',
    status: 'reviewing',
    author: 'Wei',
    votes: 88,
    age: 40,
    description: 'At least for: new note (`n`), search (`/`), done (`d`).',
    comments: [['Iris', 'And a way to see them all: `?`']],
  },
  {
    board: 1,
    title: 'Dates are a day off in Auckland',
    status: 'in_progress',
    author: 'Aroha',
    votes: 53,
    age: 19,
    description: 'Notes that I write before noon are shown under yesterday.',
    roadmapSummary: 'Found: days are cut in UTC. The fix is being tried.',
    comments: [['Max Member', 'Thank you. We can see it too, and know where it comes from.']],
  },
  {
    board: 0,
    title: 'A dark theme',
    tags: ['mobile'],
    status: 'completed',
    author: 'Leila',
    votes: 212,
    age: 140,
    description: 'My eyes thank you in advance.',
    roadmapSummary: 'It follows your device, from a phone to a wide screen.',
  },
  {
    board: 0,
    title: 'Search inside attachments',
    status: 'completed',
    author: 'Jonas',
    votes: 97,
    age: 120,
    roadmapSummary: 'PDF and text files, within seconds of uploading.',
  },
  {
    board: 2,
    title: 'Webhooks when a note changes',
    status: 'completed',
    author: 'Wei',
    votes: 76,
    age: 88,
    roadmapSummary: 'Signed, retried, and with a log of each delivery.',
  },
  {
    board: 1,
    title: 'Pasting a table loses its header',
    status: 'pending',
    author: 'Sofia',
    votes: 21,
    age: 4,
    description: 'From any spreadsheet, in any browser I tried.',
  },
  { board: 0, title: 'Templates for meetings', status: 'pending', author: 'Ben', votes: 34, age: 9 },
  {
    board: 2,
    title: 'Import from a folder of Markdown files',
    status: 'reviewing',
    author: 'Yuki',
    votes: 45,
    age: 13,
    description: 'With the folders as notebooks, and links that keep working.',
  },
  {
    board: 0,
    title: 'Print a notebook as a booklet',
    status: 'closed',
    author: 'Otto',
    votes: 8,
    age: 66,
  },
];

/** Entries of the portal's changelog, newest first. */
export interface DemoNews {
  title: string;
  summary: string;
  body: string;
  /** Days ago. */
  age: number;
  /** Titles of items. */
  about: string[];
  cover?: boolean;
}

export const news: DemoNews[] = [
  {
    title: 'Tidepool after dark',
    summary: 'A dark theme that follows your device, on every page and at every size.',
    age: 3,
    about: ['A dark theme'],
    cover: true,
    body: `The wish with the most votes so far is done. When your device is set to dark, so is Tidepool.

## What changed

- Every color was chosen twice, and **each pair was measured**: text stays readable on every ground.
- Pictures keep their colors; diagrams turn with the page.
- Nothing flashes white while a page loads.

## What you can do

Nothing. If your device changes at sunset, Tidepool changes with it. If you would rather keep it light, there is a switch under *Settings → Appearance*.

> The best feature is one that you notice on the first evening and never again.`,
  },
  {
    title: 'Search looks inside your files',
    summary: 'PDF and text files are found by their contents, seconds after you add them.',
    age: 24,
    about: ['Search inside attachments'],
    body: `Until now a file was found by its name. Now it is found by what it says.

| Kind of file | Found after |
| --- | --- |
| Text, Markdown | 2 seconds |
| PDF | 10 seconds |
| Scanned pages | not yet |

Files that you added before today are read over the next days, the newest first.`,
  },
  {
    title: 'Webhooks',
    summary: 'Your programs hear of changes as they happen.',
    age: 52,
    about: ['Webhooks when a note changes'],
    cover: true,
    body: `Give Tidepool an address and it will tell you when a note is made, changed or deleted.

\`\`\`json
{ "type": "note.updated", "data": { "title": "Meeting notes" }, "changes": [{ "field": "title", "from": "Notes", "to": "Meeting notes" }] }
\`\`\`

Each message is **signed**, and sent again for three days while you do not answer. Every attempt is logged.`,
  },
];
