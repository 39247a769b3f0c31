/** The most stories that are proposed for a sprint, and put into it at once. */
export const PROPOSED_MAX = 50;

/** Why a story is proposed, or left out. */
export const proposalReasons = ['in_progress', 'blocks_others', 'due', 'priority'] as const;
export const omissionReasons = ['blocked', 'starts_later', 'capacity'] as const;
