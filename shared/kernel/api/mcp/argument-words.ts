/** What other products call our arguments, in lower case without separators, before what they are here. */
const WORDS = `
  due dueon finishdate: endDate
  id: story objectiveId sprintId keyResultId changeSetId commentId
  issue issueid ticket task: story storyId
  storyids: stories
  owner: assigneeId leadUserId
  state stateid: statusId
  estimate points storypoints: estimateValue
  estimateminutes duration: estimatedDurationMinutes
  labelids tags: labels
  cycle cycleid iteration: sprintId
  epic: objectiveId
  project: objectiveId teamId
  body: content description
  text: content description q
  comment: content
  query search: q filter
  name summary subject: title
  title: name
  ids: stories
  blockedby: relations relatedStory`;

/** The known names that a word means elsewhere; none if it means nothing here. */
export function argumentsNamed(word: string, known: readonly string[]): string[] {
  const wanted = word.toLowerCase().replaceAll(/[\s_-]/g, '');
  const lines = WORDS.trim().split(/\s*\n\s*/);
  const pairs = lines.map((line) => line.split(': ').map((names) => names.split(' ')));
  const [, names = []] = pairs.find(([words]) => words!.includes(wanted)) ?? [];
  return names.filter((name) => known.includes(name));
}
