/**
 * The sets of tools. Clients list `core`, which has to fit into what every model reads, unless the URL names others:
 * `/mcp?tools=core,history`. All of them can be called.
 */
export const toolSets = {
  core: 'Stories, comments, sprints, objectives, and what teams are set up with.',
  history: 'What was changed, by whom, and taking it back.',
  notifications: 'Your notifications.',
  key_results: 'Key results in a list of their own, which list_objectives has too.',
} as const;

export type ToolSet = keyof typeof toolSets;
