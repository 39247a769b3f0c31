/** What the reference groups operations by: in the groups of its navigation, in order, with a description of each. */
export const tagGroups = {
  Planning: {
    Stories: 'Units of work owned by teams.',
    Sprints: 'Time boxes in which a team plans to complete selected stories.',
    Objectives: 'Goals of teams.',
    'Key results': 'Numbers that measure progress towards an objective.',
    Statuses: 'The states that stories and objectives can be in.',
    Labels: 'Tags for stories.',
    'Custom fields': 'Fields of stories that a workspace or a team has defined.',
    'Story templates': 'What stories are made from, on request or again and again.',
    Views: 'Saved queries of stories, personal or of a team.',
    Search: 'Finds stories, comments, objectives and feedback items by words.',
    Schedule: 'When people work, and what is planned for them.',
    Analysis: "Metrics of sprints, objectives and teams' work.",
  },
  'Work on stories': {
    Comments: 'Discussions of stories.',
    Relations: 'What blocks, duplicates or belongs with a story.',
    Links: 'Pull requests, documents and other pages that belong to a story.',
    Attachments: 'Files that belong to a story.',
    'Time entries': 'Time that people spent on stories.',
    Claims: 'Who works on a story, so that no two people or programs do the same.',
    Triage: 'New stories that wait for a decision of their team, and suggestions of duplicates.',
    'Agent sessions': 'What service accounts do on the stories that they are called to.',
    Notifications: 'Notifications of the caller, and how they want to be notified.',
  },
  'People and access': {
    Workspaces: "The credential's workspace and principal.",
    Members: 'The people in a workspace.',
    Teams: 'Teams and their members.',
    Tokens: 'Personal access tokens.',
    'Service accounts': 'Identities for programs, and their keys.',
    'Identity providers': 'Companies whose sign-in connects AI clients for their people.',
    'Audit trail': 'Who did what to members, credentials, webhooks and portals, and who signed in.',
  },
  Feedback: {
    'Feedback portals': 'Where customers see what is planned and done, vote, and submit ideas.',
    'Public portals': 'The public parts of a feedback portal; browsers get them as pages.',
  },
  'Events and data': {
    Webhooks: 'Endpoints that receive events, and the delivery log.',
    Changes: 'Everything that changes, in order, to keep a copy in sync.',
    Proposals: 'Writes that change nothing until someone else accepts them.',
    Rules: 'What is done when something happens.',
    Hooks: 'Addresses at which GitHub and GitLab report pull requests and branches.',
    Exports: 'Everything in files, to keep or to move elsewhere.',
    MCP: 'The same planning features for AI clients, over the Model Context Protocol.',
    System: 'Health checks and this document.',
  },
} as const;

type Names<G> = G extends G ? keyof G : never;

/** The group of an operation; 'Operator' for those that no function serves and no document shows. */
export type Tag = Names<(typeof tagGroups)[keyof typeof tagGroups]> | 'Operator';
