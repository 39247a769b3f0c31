/** Texts about the names under which people post, and what is wrong with one. */
export const names = {
  'name.label': 'Your name',
  'name.hint': 'Shown publicly next to what you write on feedback portals.',
  'name.postedAs': 'Posted publicly as {name}. Email addresses are hidden.',
  'name.change': 'Change your name',
  'name.missing': 'Enter your name. It is shown with what you post.',
  'name.tooLong': 'Your name can have at most 120 characters.',
  'name.invisible': 'Use a name on one line, without invisible characters.',
  'name.alphabets': 'Use letters of one alphabet in each word of your name.',
  'name.team': 'Use a name without “Team” and check marks, which say that the team wrote something.',
  'name.address': 'Choose a name that is not an email address, because everyone can see it.',
} as const;
