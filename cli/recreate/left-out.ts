import { exportedLists } from '../declared/export-parts.ts';

/** What of an export is not made again, and why, by kind. */
export const notRecreated: Readonly<Record<string, string>> = {
  'story-history': 'what happened is in the log of the service where it happened',
  ...Object.fromEntries(
    'story-template recurring-story sprint objective time-entry'
      .split(' ')
      .map((noun) => [`${noun}-history`, 'see story-history']),
  ),
  changes: 'what changed while the export was made: export again for all of it',
  'webhook-endpoints': 'their secrets are not exported; create them again',
  hooks: 'their secrets are not exported; create them again',
  'identity-providers': 'who may sign in is decided in each workspace',
  'agent-sessions': 'agents cannot go on with the sessions of another workspace',
  'agent-activities': 'see agent-sessions',
  'feedback-reactions': 'an export counts reactions, and names no one who reacted',
  'feedback-votes': 'the addresses of voters, for each of which a vote counts once, are not exported',
  'banned-visitors': 'visitors have accounts of their own in each service',
};

/** What has no lines in an export, and what to do about it. */
export const notInExports: Readonly<Record<string, string>> = {
  'settings of the workspace':
    'settings.json has its name and its policy for tokens; set them where they are to hold',
  'former references': 'no export has them; a story that changed its team is found by its newest one only',
};

/** The kinds of an export that are made again. */
export const recreatedKinds: readonly string[] = [
  ...new Set(exportedLists.flatMap(({ name, below }) => [name, ...below])),
].filter((kind) => !(kind in notRecreated));
