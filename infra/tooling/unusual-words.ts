/** Words that documents, comments and the titles of tests do not use, since few people in the field do. */
const words = [
  'nobody',
  'somebody',
  'anew',
  'beside',
  'apart',
  'whoever',
  'by itself',
  'lately',
  'stand in',
  'stands in',
  'let in',
  'lets in',
];

export const unusualWords = new RegExp(`\\b(${words.join('|')})\\b`, 'gi');

/** The options of the rule that finds them in comments. */
export const unusualInComments = { terms: words, location: 'anywhere' };
