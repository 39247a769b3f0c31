/** The path of a story's page, on which members of its team read it in a browser. */
export const storyPath = (storyId: string): string => `/stories/${storyId}`;

/** The path of the page with a team's board. */
export const boardPath = (teamId: string): string => `/teams/${teamId}`;
