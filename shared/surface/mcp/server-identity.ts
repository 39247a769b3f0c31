const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3b3fb6"/><path d="M7 22.5 13 15l5 4.5L25 9.5" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** The picture of the server in clients' lists, without a request for it. */
const icon = {
  src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  mimeType: 'image/svg+xml',
  sizes: ['any'],
};

/** What the server says it is: when a client connects, in its card, and in the registry's server.json. */
export const serverIdentity = {
  title: 'Plotline',
  version: '1.0.0',
  description: 'Project planning: stories, sprints, objectives and feedback from customers.',
  icons: [icon],
};

/** Where people read about it. */
export const websiteUrlOf = (baseUrl: string): string => `${baseUrl}/docs/ai-clients`;
