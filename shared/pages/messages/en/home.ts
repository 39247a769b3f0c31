/** Texts of the home page of the service. */
export const home = {
  'home.title': 'Plan your work, and know when it will be done',
  'home.lead':
    'Stories, sprints and objectives for your teams, with a forecast of every date. Programs use a REST API, assistants connect over MCP, and customers vote in a feedback portal.',
  'home.begin': 'Get started',
  'home.demoPortal': 'Try the demo portal',
  'home.demoBoard': 'See the demo board',
  'home.boardAlt': 'A team’s board: two stories to do, one in progress and two done.',
  'home.boardText': 'Your team: a board of its stories, and a page for each.',
  'home.portalAlt': 'A feedback portal: three ideas with their votes and status.',
  'home.portalText': 'Your customers: a portal for ideas and votes, and news of what has shipped.',
  'home.forecastText':
    'Plotline forecasts when each sprint and objective will be done, from how the team has worked so far.',
  'home.day': 'day {number}',
  'home.docs': 'API documentation',
  'home.docsText':
    'Every operation with a ready-to-run example, and guides to tokens, errors, lists and retries.',
  'home.client': 'Client and command line',
  'home.clientText':
    'A typed client for Node and browsers, and a command that imports, exports and keeps copies.',
  'home.portals': 'Feedback portals',
  'home.portalsText':
    'A public page where customers vote on ideas and read what has shipped, on your own host if you like.',
  'home.webhooks': 'Webhooks',
  'home.webhooksText': 'Signed events whenever something is created, updated or deleted.',
  'home.assistants': 'AI clients',
  'home.assistantsText': 'Connect an assistant over MCP. It acts on your behalf, with your permissions.',
  'home.moving': 'Moving in',
  'home.movingText':
    'Bring stories and history from Linear, Jira, GitHub or a CSV file, and take everything out again.',
  'home.workspace': 'Get a workspace',
  'home.workspaceText':
    'Any admin of your colleagues’ workspace can invite you by email. A new workspace comes from the operator of this service, with you as its first admin.',
  'home.operatorBlock': 'If you run this service',
  'home.signIn': 'Sign in',
  'home.signInText':
    'A code by email is enough: no password, no form. Your boards, invitations and tokens are under {link}.',
  'home.connect': 'Connect what you work with',
  'home.connectText':
    'Make a token under {link}, or connect an assistant without one. {first} take a minute.',
  'home.firstCalls': 'The first calls',
  'home.inShell': 'In a shell: see who you are, and your workspace',
  'home.inProgram': 'In a program, after {command}',
  'home.inAssistant': 'In an assistant, here Claude Code',
  'home.contents': 'What it manages',
  'home.stories': 'Stories',
  'home.storiesText':
    'Units of work. Each belongs to a team and has a status and, optionally, an assignee, an estimate and dates.',
  'home.sprints': 'Sprints',
  'home.sprintsText': 'Time boxes for a team’s work, with counts and a burn-down that follow every change.',
  'home.objectives': 'Objectives and key results',
  'home.objectivesText':
    'What a team wants to achieve and how you measure it, with a forecast of when it will be done.',
  'home.teams': 'Teams and members',
  'home.teamsText': 'Who works on what, and who can see it. People see only the teams they have joined.',
  'home.copy': 'Copy',
  'home.copied': 'Copied',
  'home.sampleRecover': 'Recover an account',
  'home.sampleSearch': 'Search by reference',
  'home.samplePasskey': 'Sign in with a passkey',
  'home.sampleStatus': 'A page for status',
  'home.sampleLinks': 'Shorter links',
  'home.sampleShare': 'Share a note with somebody outside',
  'home.sampleCalendars': 'Two-way sync with calendars',
} as const;
