import type { CallOptions } from '../send.ts';
import type { Input, Output } from '../types.ts';
/** The operations, each by its id: it takes its parameters and body, and returns the `data` of the response, with a secret. */
export interface Calls {
    /**
     * Create a story.
     *
     * Creates a story in a team. Sending the same bytes with the same Idempotency-Key again returns the story created
     * by the first request, in its current state, with the header Idempotent-Replayed. With templateId, a story
     * template fills in what the request leaves out, and its sub-stories are created together with the story. Admins
     * can set `imported` to record the history of a story from another tool.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/stories/createStory of your service.
     */
    createStory(input: Input<'createStory'>, options?: CallOptions): Promise<Output<'createStory'>>;
    /**
     * List stories.
     *
     * Lists stories in your teams, newest first. Use `sort` to change the order; with `q`, best matches come first.
     * Filters combine with AND, several values of one filter with OR. With externalSource and externalId, returns the
     * story that another tool calls so. Lists with `sort` or with filters other than statusId, assigneeId, sprintId,
     * objectiveId, updatedSince, updatedBefore and `archived` can be up to two seconds behind. To keep a copy in
     * sync, set updatedSince to one minute before your previous request, or use webhooks; ids do not reveal updates
     * or late writes. A cursor is bound to `limit` as well as to the filters.
     *
     * Required scopes: `stories:read`. Preview for personal access tokens: it may accept more kinds of principals in
     * the future.
     *
     * See /docs/stories/listStories of your service.
     */
    listStories(input: Input<'listStories'>, options?: CallOptions): Promise<Output<'listStories'>>;
    /**
     * Get a story.
     *
     * Returns a story of one of the caller's teams, archived or not.
     *
     * Required scopes: `stories:read`. Also available to clients with an OAuth access token for /api/v1. Preview for
     * personal access tokens: it may accept more kinds of principals in the future.
     *
     * See /docs/stories/getStory of your service.
     */
    getStory(input: Input<'getStory'>, options?: CallOptions): Promise<Output<'getStory'>>;
    /**
     * Update a story.
     *
     * Sets the fields that are sent and clears those listed in clearFields, provided that expectedUpdatedAt is the
     * story's current updatedAt. With teamId, the story moves to that team: it gets a new reference, and is still
     * found by its former ones. While someone else's claim of the story holds, its status, assignee and sprint are
     * not changed without takeOver.
     *
     * Required scopes: `stories:write`. Minimum role: member. Also available to clients with an OAuth access token
     * for /api/v1.
     *
     * See /docs/stories/updateStory of your service.
     */
    updateStory(input: Input<'updateStory'>, options?: CallOptions): Promise<Output<'updateStory'>>;
    /**
     * Delete a story.
     *
     * Deletes a story and its comments; restoreStory brings both back for 30 days. Its number is not reused; its
     * children lose their parent. A story with thousands of comments is deleted in steps: repeat the request while it
     * returns 503.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/stories/deleteStory of your service.
     */
    deleteStory(input: Input<'deleteStory'>, options?: CallOptions): Promise<Output<'deleteStory'>>;
    /**
     * Get a story by its reference.
     *
     * Looks up a story by team code and number, such as ENG-184, also by those that it had before it moved to another
     * team. A story created or moved moments ago may not be found yet.
     *
     * Required scopes: `stories:read`. Also available to clients with an OAuth access token for /api/v1.
     *
     * See /docs/stories/getStoryByReference of your service.
     */
    getStoryByReference(input: Input<'getStoryByReference'>, options?: CallOptions): Promise<Output<'getStoryByReference'>>;
    /**
     * Archive a story.
     *
     * Excludes a story from counts and, by default, from lists. Repeating the call has no effect.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/stories/archiveStory of your service.
     */
    archiveStory(input: Input<'archiveStory'>, options?: CallOptions): Promise<Output<'archiveStory'>>;
    /**
     * Unarchive a story.
     *
     * Restores an archived story. Repeating the call has no effect.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/stories/unarchiveStory of your service.
     */
    unarchiveStory(input: Input<'unarchiveStory'>, options?: CallOptions): Promise<Output<'unarchiveStory'>>;
    /**
     * Restore a deleted story.
     *
     * Restores a story within 30 days of its deletion, with its number, the comments and relations that were deleted
     * with it, and without what it referred to and is gone. If another story has its externalId by now, it is
     * restored without one. Who watched it, its children and its claim are not restored.
     *
     * Required scopes: `stories:write`. Minimum role: member. Counts as 5 requests in the rate limits.
     *
     * See /docs/stories/restoreStory of your service.
     */
    restoreStory(input: Input<'restoreStory'>, options?: CallOptions): Promise<Output<'restoreStory'>>;
    /**
     * Create up to 100 stories.
     *
     * Runs each item as createStory with its own idempotencyKey (shared with createStory's header) and returns one
     * outcome per item, in order. The stories of a team are numbered in the order of the items. Items cannot refer to
     * each other: a parent story must already exist.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/stories/bulkCreateStories of your service.
     */
    bulkCreateStories(input: Input<'bulkCreateStories'>, options?: CallOptions): Promise<Output<'bulkCreateStories'>>;
    /**
     * Update up to 100 stories.
     *
     * Runs each item as updateStory, with its optional idempotencyKey, and returns one outcome per item, in order.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/stories/bulkUpdateStories of your service.
     */
    bulkUpdateStories(input: Input<'bulkUpdateStories'>, options?: CallOptions): Promise<Output<'bulkUpdateStories'>>;
    /**
     * List the relations of a story.
     *
     * Returns the relations of a story in both directions, newest first, each from the point of view of this story:
     * `blocks` and `blocked_by`, `duplicates` and `duplicated_by`, `relates_to`.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/relations/listRelations of your service.
     */
    listRelations(input: Input<'listRelations'>, options?: CallOptions): Promise<Output<'listRelations'>>;
    /**
     * Relate two stories.
     *
     * Adds a relation from the story in the path to another, which may be in another team. If the two are so related
     * already, from either side, returns that relation with 200. A story can have 100 relations, and stories cannot
     * block each other in a circle.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/relations/createRelation of your service.
     */
    createRelation(input: Input<'createRelation'>, options?: CallOptions): Promise<Output<'createRelation'>>;
    /**
     * Delete a relation.
     *
     * Ends a relation of the story in the path, for both stories; restoreRelation brings it back for 30 days.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/relations/deleteRelation of your service.
     */
    deleteRelation(input: Input<'deleteRelation'>, options?: CallOptions): Promise<Output<'deleteRelation'>>;
    /**
     * Restore a deleted relation.
     *
     * Restores a relation of the story in the path, for both stories, within 30 days of its deletion. Fails while one
     * of the two is deleted, or if they are so related again.
     *
     * Required scopes: `stories:write`. Minimum role: member. Counts as 5 requests in the rate limits.
     *
     * See /docs/relations/restoreRelation of your service.
     */
    restoreRelation(input: Input<'restoreRelation'>, options?: CallOptions): Promise<Output<'restoreRelation'>>;
    /**
     * Create up to 100 relations.
     *
     * Runs each item as createRelation, with its optional idempotencyKey, and returns one outcome per item, in order.
     * Items of the same story run in order.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/relations/bulkCreateRelations of your service.
     */
    bulkCreateRelations(input: Input<'bulkCreateRelations'>, options?: CallOptions): Promise<Output<'bulkCreateRelations'>>;
    /**
     * Claim a story.
     *
     * Claims a story for the caller for leaseSeconds. While the claim holds, no one else can claim the story or
     * change its status, assignee or sprint. A story that is claimed, also by the caller, answers 409 claimed with
     * holder and expiresAt.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/claims/claimStory of your service.
     */
    claimStory(input: Input<'claimStory'>, options?: CallOptions): Promise<Output<'claimStory'>>;
    /**
     * Renew the claim of a story.
     *
     * Extends the lease of a claim that holds: it ends leaseSeconds from now, or without them as long from now as was
     * last asked for. A claim that no longer holds answers 409 claim_lost.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/claims/renewStoryClaim of your service.
     */
    renewStoryClaim(input: Input<'renewStoryClaim'>, options?: CallOptions): Promise<Output<'renewStoryClaim'>>;
    /**
     * Release the claim of a story.
     *
     * Ends a claim before its lease does, so that others can claim the story. Completing or cancelling the story ends
     * its claim too; a release after completion changes nothing. A claim that no longer holds answers 409 claim_lost.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/claims/releaseStoryClaim of your service.
     */
    releaseStoryClaim(input: Input<'releaseStoryClaim'>, options?: CallOptions): Promise<Output<'releaseStoryClaim'>>;
    /**
     * List workspaces.
     *
     * Returns the workspaces that the credential can access, newest first: for an OAuth access token, all workspaces
     * that the user has accepted; for any other credential, its own. Requires no scope.
     *
     * Also available to clients with an OAuth access token for /api/v1.
     *
     * See /docs/workspaces/listWorkspaces of your service.
     */
    listWorkspaces(input?: Input<'listWorkspaces'>, options?: CallOptions): Promise<Output<'listWorkspaces'>>;
    /**
     * List objectives.
     *
     * Returns the objectives of the caller's teams, newest first. Other people's private objectives are excluded. A
     * credential restricted to several teams must send teamId.
     *
     * Required scopes: `objectives:read`.
     *
     * See /docs/objectives/listObjectives of your service.
     */
    listObjectives(input: Input<'listObjectives'>, options?: CallOptions): Promise<Output<'listObjectives'>>;
    /**
     * Create an objective.
     *
     * Creates an objective of a team. Without statusId, it gets the workspace's default objective status. To measure
     * it, create key results with createKeyResult.
     *
     * Required scopes: `objectives:write`. Minimum role: member.
     *
     * See /docs/objectives/createObjective of your service.
     */
    createObjective(input: Input<'createObjective'>, options?: CallOptions): Promise<Output<'createObjective'>>;
    /**
     * Get an objective.
     *
     * Returns an objective with its forecast and story counts. Other people's private objectives return 404.
     *
     * Required scopes: `objectives:read`.
     *
     * See /docs/objectives/getObjective of your service.
     */
    getObjective(input: Input<'getObjective'>, options?: CallOptions): Promise<Output<'getObjective'>>;
    /**
     * Update an objective.
     *
     * Sets the fields that are sent and clears those listed in clearFields, provided that expectedUpdatedAt is the
     * objective's current updatedAt.
     *
     * Required scopes: `objectives:write`. Minimum role: member.
     *
     * See /docs/objectives/updateObjective of your service.
     */
    updateObjective(input: Input<'updateObjective'>, options?: CallOptions): Promise<Output<'updateObjective'>>;
    /**
     * Delete an objective.
     *
     * Permanently deletes an objective and its key results. Its stories and sprints remain; their objectiveId is
     * cleared shortly afterwards.
     *
     * Required scopes: `objectives:write`. Minimum role: member.
     *
     * See /docs/objectives/deleteObjective of your service.
     */
    deleteObjective(input: Input<'deleteObjective'>, options?: CallOptions): Promise<Output<'deleteObjective'>>;
    /**
     * List key results.
     *
     * Returns the key results of the caller's teams, or of one team or one objective, newest first. Other people's
     * private objectives are excluded.
     *
     * Required scopes: `objectives:read`.
     *
     * See /docs/key-results/listKeyResults of your service.
     */
    listKeyResults(input: Input<'listKeyResults'>, options?: CallOptions): Promise<Output<'listKeyResults'>>;
    /**
     * Create a key result.
     *
     * By default a percentage ranges from 0 to 100 and a boolean from 0 to 1. A number requires targetValue.
     *
     * Required scopes: `objectives:write`. Minimum role: member.
     *
     * See /docs/key-results/createKeyResult of your service.
     */
    createKeyResult(input: Input<'createKeyResult'>, options?: CallOptions): Promise<Output<'createKeyResult'>>;
    /**
     * Get a key result.
     *
     * Returns a key result with the name of its objective. Key results of other people's private objectives return
     * 404.
     *
     * Required scopes: `objectives:read`.
     *
     * See /docs/key-results/getKeyResult of your service.
     */
    getKeyResult(input: Input<'getKeyResult'>, options?: CallOptions): Promise<Output<'getKeyResult'>>;
    /**
     * Update a key result.
     *
     * Updates a key result. Set currentValue to report progress. The measurement type cannot be changed.
     *
     * Required scopes: `objectives:write`. Minimum role: member.
     *
     * See /docs/key-results/updateKeyResult of your service.
     */
    updateKeyResult(input: Input<'updateKeyResult'>, options?: CallOptions): Promise<Output<'updateKeyResult'>>;
    /**
     * Delete a key result.
     *
     * Permanently deletes a key result. Its stories keep their objective; their keyResultId is cleared shortly
     * afterwards.
     *
     * Required scopes: `objectives:write`. Minimum role: member.
     *
     * See /docs/key-results/deleteKeyResult of your service.
     */
    deleteKeyResult(input: Input<'deleteKeyResult'>, options?: CallOptions): Promise<Output<'deleteKeyResult'>>;
    /**
     * List the updates of an objective.
     *
     * Returns what was written about the state of an objective, newest first.
     *
     * Required scopes: `objectives:read`.
     *
     * See /docs/objectives/listObjectiveUpdates of your service.
     */
    listObjectiveUpdates(input: Input<'listObjectiveUpdates'>, options?: CallOptions): Promise<Output<'listObjectiveUpdates'>>;
    /**
     * Write an update of an objective.
     *
     * Adds what its readers should know about the state of an objective, which takes its health.
     *
     * Required scopes: `objectives:write`. Minimum role: member.
     *
     * See /docs/objectives/createObjectiveUpdate of your service.
     */
    createObjectiveUpdate(input: Input<'createObjectiveUpdate'>, options?: CallOptions): Promise<Output<'createObjectiveUpdate'>>;
    /**
     * Get an update of an objective.
     *
     * Updates of other people's private objectives return 404.
     *
     * Required scopes: `objectives:read`.
     *
     * See /docs/objectives/getObjectiveUpdate of your service.
     */
    getObjectiveUpdate(input: Input<'getObjectiveUpdate'>, options?: CallOptions): Promise<Output<'getObjectiveUpdate'>>;
    /**
     * Change an update of an objective.
     *
     * Available to its author and to admins who are members of the team. The objective takes another health of its
     * newest update; older ones don't change it.
     *
     * Required scopes: `objectives:write`. Minimum role: member.
     *
     * See /docs/objectives/updateObjectiveUpdate of your service.
     */
    updateObjectiveUpdate(input: Input<'updateObjectiveUpdate'>, options?: CallOptions): Promise<Output<'updateObjectiveUpdate'>>;
    /**
     * Delete an update of an objective.
     *
     * Deletes an update for good; the objective keeps its health. Available to its author and to admins who are
     * members of the team.
     *
     * Required scopes: `objectives:write`. Minimum role: member.
     *
     * See /docs/objectives/deleteObjectiveUpdate of your service.
     */
    deleteObjectiveUpdate(input: Input<'deleteObjectiveUpdate'>, options?: CallOptions): Promise<Output<'deleteObjectiveUpdate'>>;
    /**
     * List updates of all objectives.
     *
     * Returns what was written about the objectives of the caller's teams, or of one team, newest first. Other
     * people's private objectives are excluded.
     *
     * Required scopes: `objectives:read`.
     *
     * See /docs/objectives/listTeamObjectiveUpdates of your service.
     */
    listTeamObjectiveUpdates(input: Input<'listTeamObjectiveUpdates'>, options?: CallOptions): Promise<Output<'listTeamObjectiveUpdates'>>;
    /**
     * List sprints.
     *
     * Returns the sprints of the caller's teams, newest first. A credential restricted to several teams must send
     * teamId.
     *
     * Required scopes: `sprints:read`.
     *
     * See /docs/sprints/listSprints of your service.
     */
    listSprints(input: Input<'listSprints'>, options?: CallOptions): Promise<Output<'listSprints'>>;
    /**
     * Create a sprint.
     *
     * The team must have sprints enabled. Sprints may overlap, but have names of their own.
     *
     * Required scopes: `sprints:write`. Minimum role: member.
     *
     * See /docs/sprints/createSprint of your service.
     */
    createSprint(input: Input<'createSprint'>, options?: CallOptions): Promise<Output<'createSprint'>>;
    /**
     * Get a sprint.
     *
     * Returns a sprint with its story counts.
     *
     * Required scopes: `sprints:read`.
     *
     * See /docs/sprints/getSprint of your service.
     */
    getSprint(input: Input<'getSprint'>, options?: CallOptions): Promise<Output<'getSprint'>>;
    /**
     * Update a sprint.
     *
     * Sets the fields that are sent and clears those listed in clearFields, provided that expectedUpdatedAt is the
     * sprint's current updatedAt. A sprint that a cadence manages is no longer managed by it afterwards.
     *
     * Required scopes: `sprints:write`. Minimum role: member.
     *
     * See /docs/sprints/updateSprint of your service.
     */
    updateSprint(input: Input<'updateSprint'>, options?: CallOptions): Promise<Output<'updateSprint'>>;
    /**
     * Delete a sprint.
     *
     * Permanently deletes a sprint. Its stories remain; their sprintId is cleared shortly afterwards.
     *
     * Required scopes: `sprints:write`. Minimum role: member.
     *
     * See /docs/sprints/deleteSprint of your service.
     */
    deleteSprint(input: Input<'deleteSprint'>, options?: CallOptions): Promise<Output<'deleteSprint'>>;
    /**
     * Set a team's sprint cadence.
     *
     * Replaces all settings; those left out get their defaults. The sprints that it makes are managed by it and
     * follow its changes until they start. A sprint that is changed by hand is left alone from then on.
     *
     * Required scopes: `sprints:write`. Minimum role: member.
     *
     * See /docs/sprints/updateSprintCadence of your service.
     */
    updateSprintCadence(input: Input<'updateSprintCadence'>, options?: CallOptions): Promise<Output<'updateSprintCadence'>>;
    /**
     * Get a team's sprint cadence.
     *
     * Returns 404 if the team has none yet.
     *
     * Required scopes: `sprints:read`.
     *
     * See /docs/sprints/getSprintCadence of your service.
     */
    getSprintCadence(input: Input<'getSprintCadence'>, options?: CallOptions): Promise<Output<'getSprintCadence'>>;
    /**
     * List views.
     *
     * Returns the caller's own views and those of their teams, newest first; with teamId, those of that team.
     * Credentials that are restricted to teams get no personal views.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/views/listViews of your service.
     */
    listViews(input: Input<'listViews'>, options?: CallOptions): Promise<Output<'listViews'>>;
    /**
     * Save a view.
     *
     * Saves a query of stories under a name: for the caller alone or, with the visibility team, for the members of a
     * team.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/views/createView of your service.
     */
    createView(input: Input<'createView'>, options?: CallOptions): Promise<Output<'createView'>>;
    /**
     * Get a view.
     *
     * Returns a view with its filter, sort order and columns. Views of teams that the caller has not joined, and
     * other people's personal views, return 404.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/views/getView of your service.
     */
    getView(input: Input<'getView'>, options?: CallOptions): Promise<Output<'getView'>>;
    /**
     * Update a view.
     *
     * Changes a personal view of the caller's, or a view of one of their teams, for all its members.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/views/updateView of your service.
     */
    updateView(input: Input<'updateView'>, options?: CallOptions): Promise<Output<'updateView'>>;
    /**
     * Delete a view.
     *
     * Permanently deletes a personal view of the caller's, or a view of one of their teams.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/views/deleteView of your service.
     */
    deleteView(input: Input<'deleteView'>, options?: CallOptions): Promise<Output<'deleteView'>>;
    /**
     * List custom fields.
     *
     * Returns the workspace's custom fields and those of the caller's teams; with teamId, the fields of that team's
     * stories.
     *
     * Required scopes: `teams:read`.
     *
     * See /docs/custom-fields/listCustomFields of your service.
     */
    listCustomFields(input: Input<'listCustomFields'>, options?: CallOptions): Promise<Output<'listCustomFields'>>;
    /**
     * Create a custom field.
     *
     * Adds a field to the stories of one team or, without teamId, of every team (admins only). A workspace can have
     * 50 custom fields that are not archived.
     *
     * Required scopes: `teams:write`. Minimum role: member.
     *
     * See /docs/custom-fields/createCustomField of your service.
     */
    createCustomField(input: Input<'createCustomField'>, options?: CallOptions): Promise<Output<'createCustomField'>>;
    /**
     * Get a custom field.
     *
     * Also returns archived fields, whose values stories keep.
     *
     * Required scopes: `teams:read`.
     *
     * See /docs/custom-fields/getCustomField of your service.
     */
    getCustomField(input: Input<'getCustomField'>, options?: CallOptions): Promise<Output<'getCustomField'>>;
    /**
     * Update a custom field.
     *
     * Changes name, options, required, default or description. Key, type and team cannot be changed, because stories
     * have values: create another field. Stories keep values that are no longer among the options.
     *
     * Required scopes: `teams:write`. Minimum role: member.
     *
     * See /docs/custom-fields/updateCustomField of your service.
     */
    updateCustomField(input: Input<'updateCustomField'>, options?: CallOptions): Promise<Output<'updateCustomField'>>;
    /**
     * Archive a custom field.
     *
     * Hides a custom field from lists and prevents setting it. Stories keep their values, which can be cleared, and
     * its key stays reserved. Custom fields cannot be deleted. Repeating the call has no effect.
     *
     * Required scopes: `teams:write`. Minimum role: member.
     *
     * See /docs/custom-fields/archiveCustomField of your service.
     */
    archiveCustomField(input: Input<'archiveCustomField'>, options?: CallOptions): Promise<Output<'archiveCustomField'>>;
    /**
     * Unarchive a custom field.
     *
     * Makes an archived custom field available to stories again. Repeating the call has no effect.
     *
     * Required scopes: `teams:write`. Minimum role: member.
     *
     * See /docs/custom-fields/unarchiveCustomField of your service.
     */
    unarchiveCustomField(input: Input<'unarchiveCustomField'>, options?: CallOptions): Promise<Output<'unarchiveCustomField'>>;
    /**
     * List agent sessions.
     *
     * Returns the sessions on stories of the caller's teams, newest first. An agent gets its own with its id as
     * agentId. A page can end early if few of the sessions match.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/agent-sessions/listAgentSessions of your service.
     */
    listAgentSessions(input: Input<'listAgentSessions'>, options?: CallOptions): Promise<Output<'listAgentSessions'>>;
    /**
     * Get an agent session.
     *
     * Returns the session of an agent on a story, with its last activity.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/agent-sessions/getAgentSession of your service.
     */
    getAgentSession(input: Input<'getAgentSession'>, options?: CallOptions): Promise<Output<'getAgentSession'>>;
    /**
     * List the activities of an agent session.
     *
     * Returns what the agent did, newest first, and what people answered while it waited or when they mentioned it.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/agent-sessions/listAgentActivities of your service.
     */
    listAgentActivities(input: Input<'listAgentActivities'>, options?: CallOptions): Promise<Output<'listAgentActivities'>>;
    /**
     * Add an activity to an agent session.
     *
     * Says what the agent of the session thinks, does, asks or has achieved; its state follows. Only the agent can;
     * people answer with comments on the story. A session that has ended answers 409.
     *
     * Required scopes: `stories:write`. Requires a service account: people cannot call it.
     *
     * See /docs/agent-sessions/createAgentActivity of your service.
     */
    createAgentActivity(input: Input<'createAgentActivity'>, options?: CallOptions): Promise<Output<'createAgentActivity'>>;
    /**
     * Search.
     *
     * Returns stories, comments, objectives with their updates, and feedback items that contain words, best first.
     * Finds other inflections, typing errors, parts of identifiers and words that are not finished; "quoted phrases"
     * must occur as they are, -words must not. A story's reference finds that story first. Results are at most two
     * seconds behind.
     *
     *
     *
     * See /docs/search/search of your service.
     */
    search(input: Input<'search'>, options?: CallOptions): Promise<Output<'search'>>;
    /**
     * Count stories by group.
     *
     * Returns how many stories match, by status, category, assignee, label, sprint, priority, team or custom field,
     * the largest group first. Takes the filters of listStories. Can be up to two seconds behind.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/stories/getStorySummary of your service.
     */
    getStorySummary(input: Input<'getStorySummary'>, options?: CallOptions): Promise<Output<'getStorySummary'>>;
    /**
     * List the stories of a view.
     *
     * Runs a view: returns the stories that its filter means for the caller, in its order. A team's view has the
     * stories of that team, unless its filter names teams. The list can be up to two seconds behind.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/views/listViewStories of your service.
     */
    listViewStories(input: Input<'listViewStories'>, options?: CallOptions): Promise<Output<'listViewStories'>>;
    /**
     * Claim the next stories.
     *
     * Claims up to limit stories of the caller's teams that are ready: not completed, cancelled or archived, not
     * blocked and not claimed. The most urgent come first, then those that are due first, then the oldest; sort: in
     * the filter says otherwise. Each is claimed by one conditional write, so no two callers get the same. The list
     * is empty if nothing is ready; what became ready within the last two seconds can be missing.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/claims/claimNextStories of your service.
     */
    claimNextStories(input: Input<'claimNextStories'>, options?: CallOptions): Promise<Output<'claimNextStories'>>;
    /**
     * Suggest duplicates of a story.
     *
     * Returns up to 5 stories of the caller's teams that have words of its title, archived or not, the most similar
     * first.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/triage/listSimilarStories of your service.
     */
    listSimilarStories(input: Input<'listSimilarStories'>, options?: CallOptions): Promise<Output<'listSimilarStories'>>;
    /**
     * Analyze a sprint.
     *
     * Returns burn-down and scope changes by day, throughput, cycle times and the age of work in progress, by team,
     * assignee and objective. The definitions field explains each metric. Reads at most 2,000 stories. With `Accept:
     * image/svg+xml`, the burn-down as a picture.
     *
     * Required scopes: `sprints:read`, `stories:read`. Counts as 5 requests in the rate limits.
     *
     * See /docs/analysis/analyzeSprint of your service.
     */
    analyzeSprint(input: Input<'analyzeSprint'>, options?: CallOptions): Promise<Output<'analyzeSprint'>>;
    /**
     * Analyze an objective.
     *
     * Returns burn-down and scope changes by day, throughput, cycle times and the age of work in progress, by team,
     * assignee and objective. The definitions field explains each metric. Reads at most 2,000 stories. With `Accept:
     * image/svg+xml`, the burn-down as a picture.
     *
     * Required scopes: `objectives:read`, `stories:read`. Counts as 5 requests in the rate limits.
     *
     * See /docs/analysis/analyzeObjective of your service.
     */
    analyzeObjective(input: Input<'analyzeObjective'>, options?: CallOptions): Promise<Output<'analyzeObjective'>>;
    /**
     * Analyze the work of teams.
     *
     * Returns throughput and cycle times of the work that the caller's teams, or one team, completed in a period of
     * up to 366 days (by default, the last 12 weeks), and the age of the work in progress now, by team, assignee and
     * objective. The definitions field explains each metric. Reads the 2,000 newest stories. With `Accept:
     * image/svg+xml`, the cumulative flow as a picture.
     *
     * Required scopes: `stories:read`, `teams:read`. Counts as 5 requests in the rate limits.
     *
     * See /docs/analysis/analyzeWork of your service.
     */
    analyzeWork(input: Input<'analyzeWork'>, options?: CallOptions): Promise<Output<'analyzeWork'>>;
    /**
     * Forecast an objective.
     *
     * Returns the dates by which the objective is done in 50, 85 and 95 of 100 cases, from 10,000 simulations of the
     * team's own weeks. Dates are null if nothing remains, if there is too little history, or beyond five years. The
     * same data gives the same forecast. With `Accept: image/svg+xml`, a fan of the dates as a picture.
     *
     * Required scopes: `objectives:read`, `stories:read`. Counts as 10 requests in the rate limits.
     *
     * See /docs/analysis/getObjectiveForecast of your service.
     */
    getObjectiveForecast(input: Input<'getObjectiveForecast'>, options?: CallOptions): Promise<Output<'getObjectiveForecast'>>;
    /**
     * Forecast a sprint.
     *
     * Returns how many of the sprint's stories are completed by its end, those already completed included: at most
     * p15, p50 and p85 in 15, 50 and 85 of 100 cases. The team works on its stories in progress first, then by
     * priority. unlikelyStoryIds are those not completed in most cases. Reads at most 2,000 stories. With `Accept:
     * image/svg+xml`, the stories as a bar with these numbers.
     *
     * Required scopes: `sprints:read`, `stories:read`. Counts as 5 requests in the rate limits.
     *
     * See /docs/analysis/getSprintForecast of your service.
     */
    getSprintForecast(input: Input<'getSprintForecast'>, options?: CallOptions): Promise<Output<'getSprintForecast'>>;
    /**
     * Propose a plan for a sprint.
     *
     * Proposes up to 50 stories of the team's backlog for the sprint: those in progress, then by priority, due date
     * and age, each with what blocks it, as far as the team's capacity goes in 50 of 100 cases. Changes nothing; send
     * what you agree with to applySprintPlan. Reads at most 2,000 unfinished stories.
     *
     * Required scopes: `sprints:read`, `stories:read`. Counts as 5 requests in the rate limits.
     *
     * See /docs/analysis/getSprintPlan of your service.
     */
    getSprintPlan(input: Input<'getSprintPlan'>, options?: CallOptions): Promise<Output<'getSprintPlan'>>;
    /**
     * Put stories into a sprint.
     *
     * Moves stories of the team into the sprint in one transaction: all of them, or none if one has changed since the
     * version that you have read. getSprintPlan proposes them.
     *
     * Required scopes: `sprints:write`, `stories:write`. Minimum role: member.
     *
     * See /docs/sprints/applySprintPlan of your service.
     */
    applySprintPlan(input: Input<'applySprintPlan'>, options?: CallOptions): Promise<Output<'applySprintPlan'>>;
    /**
     * Get the report of a sprint.
     *
     * Returns what the sprint committed to, what was added and removed, what was finished, what was left, and the
     * burn-down, whose ideal line is level on days on which no one in the team works. A sprint that its team's
     * cadence has closed keeps its report; for others it is made from their days. With `Accept: image/svg+xml`, the
     * burn-down as a picture.
     *
     * Required scopes: `sprints:read`, `stories:read`.
     *
     * See /docs/analysis/getSprintReport of your service.
     */
    getSprintReport(input: Input<'getSprintReport'>, options?: CallOptions): Promise<Output<'getSprintReport'>>;
    /**
     * Preview a change of the plan.
     *
     * Returns forecasts and schedules as they would be with other stories, working time or new stories, beside the
     * present ones. Nothing is kept. Forecasts are those of objectives and sprints that the changed stories belong
     * to, as far as the caller can see them, at most ten of each. Stories wait for their blockers whatever status
     * those would have, and a hypothetical completion is no history.
     *
     * Required scopes: `schedule:read`, `stories:read`, `objectives:read`, `sprints:read`. Counts as 40 requests in
     * the rate limits.
     *
     * See /docs/schedule/previewPlan of your service.
     */
    previewPlan(input: Input<'previewPlan'>, options?: CallOptions): Promise<Output<'previewPlan'>>;
    /**
     * List recurring stories.
     *
     * Returns the recurring stories of the caller's teams, or of one team, newest first, each with its next five due
     * dates.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/story-templates/listRecurringStories of your service.
     */
    listRecurringStories(input: Input<'listRecurringStories'>, options?: CallOptions): Promise<Output<'listRecurringStories'>>;
    /**
     * Create a recurring story.
     *
     * Has a story made for each due date of a rule, from a template, from fields, or both. A team can have 50
     * recurring stories.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/story-templates/createRecurringStory of your service.
     */
    createRecurringStory(input: Input<'createRecurringStory'>, options?: CallOptions): Promise<Output<'createRecurringStory'>>;
    /**
     * Get a recurring story.
     *
     * Returns when its stories are made, and what they have.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/story-templates/getRecurringStory of your service.
     */
    getRecurringStory(input: Input<'getRecurringStory'>, options?: CallOptions): Promise<Output<'getRecurringStory'>>;
    /**
     * Update a recurring story.
     *
     * Changes what later stories have and when they are made; those that were made stay as they are. `story` replaces
     * all of it. Another rule, time zone, start or end counts from today on, as does the end of a pause.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/story-templates/updateRecurringStory of your service.
     */
    updateRecurringStory(input: Input<'updateRecurringStory'>, options?: CallOptions): Promise<Output<'updateRecurringStory'>>;
    /**
     * Delete a recurring story.
     *
     * Has no more stories made. Those that were made stay.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/story-templates/deleteRecurringStory of your service.
     */
    deleteRecurringStory(input: Input<'deleteRecurringStory'>, options?: CallOptions): Promise<Output<'deleteRecurringStory'>>;
    /**
     * Get the schedule.
     *
     * Returns the blocks of time in which stories are planned, earliest first: those of a member, of a team, or of a
     * member for a team; without either, the caller's own. Stories of teams that the caller has not joined are left
     * out. With `Accept: image/svg+xml`, the member's week that `since` is in as a picture, by the clock of their
     * time zone; without `since`, this week or, once nothing is left of it, that of the next block.
     *
     * Required scopes: `schedule:read`, `stories:read`.
     *
     * See /docs/schedule/getSchedule of your service.
     */
    getSchedule(input: Input<'getSchedule'>, options?: CallOptions): Promise<Output<'getSchedule'>>;
    /**
     * Explain when a story is planned.
     *
     * Returns the blocks of a story, why its first one does not stand earlier or why it cannot fit, and how far it is
     * from its due date.
     *
     * Required scopes: `schedule:read`, `stories:read`.
     *
     * See /docs/schedule/getStorySchedule of your service.
     */
    getStorySchedule(input: Input<'getStorySchedule'>, options?: CallOptions): Promise<Output<'getStorySchedule'>>;
    /**
     * Preview a change of schedules.
     *
     * Plans as if stories or working time were different, and returns what would move, what would become late and
     * what would fit, each with the reason in words. Nothing is kept. A change of one person's plan is followed to
     * those whose stories wait for theirs. Stories of teams that the caller has not joined are left out.
     *
     * Required scopes: `schedule:read`, `stories:read`. Counts as 20 requests in the rate limits.
     *
     * See /docs/schedule/previewSchedule of your service.
     */
    previewSchedule(input: Input<'previewSchedule'>, options?: CallOptions): Promise<Output<'previewSchedule'>>;
    /**
     * Get working hours.
     *
     * Returns when a member works. Until hours are set, they are Monday to Friday from 09:00 to 17:00 UTC, and
     * updatedAt is null. teamShares has those of teams that the caller is in.
     *
     * Required scopes: `schedule:read`.
     *
     * See /docs/schedule/getWorkingHours of your service.
     */
    getWorkingHours(input: Input<'getWorkingHours'>, options?: CallOptions): Promise<Output<'getWorkingHours'>>;
    /**
     * Set working hours.
     *
     * Replaces when a member works, and plans their stories again. People set their own hours, admins those of
     * everybody. Once hours are set, expectedUpdatedAt is required. Shares of teams that the caller is not in stay as
     * they are.
     *
     * Required scopes: `schedule:write`. Requires a person: service accounts cannot call it.
     *
     * See /docs/schedule/updateWorkingHours of your service.
     */
    updateWorkingHours(input: Input<'updateWorkingHours'>, options?: CallOptions): Promise<Output<'updateWorkingHours'>>;
    /**
     * List time off.
     *
     * Returns a member's days off, newest entry first. Names are shown to the member and to admins. Entries are
     * deleted 90 days after they ended.
     *
     * Required scopes: `schedule:read`.
     *
     * See /docs/schedule/listTimeOff of your service.
     */
    listTimeOff(input: Input<'listTimeOff'>, options?: CallOptions): Promise<Output<'listTimeOff'>>;
    /**
     * Add time off.
     *
     * Adds whole days, in the member's time zone, on which nothing is planned. People add their own, admins those of
     * everybody.
     *
     * Required scopes: `schedule:write`. Requires a person: service accounts cannot call it.
     *
     * See /docs/schedule/createTimeOff of your service.
     */
    createTimeOff(input: Input<'createTimeOff'>, options?: CallOptions): Promise<Output<'createTimeOff'>>;
    /**
     * Delete time off.
     *
     * Stories can then be planned on these days again.
     *
     * Required scopes: `schedule:write`. Requires a person: service accounts cannot call it.
     *
     * See /docs/schedule/deleteTimeOff of your service.
     */
    deleteTimeOff(input: Input<'deleteTimeOff'>, options?: CallOptions): Promise<Output<'deleteTimeOff'>>;
    /**
     * List busy times.
     *
     * Returns the times of a member that are taken, newest entry first. Names are shown to the member and to admins.
     * Entries are deleted 90 days after they ended.
     *
     * Required scopes: `schedule:read`.
     *
     * See /docs/schedule/listBusyTimes of your service.
     */
    listBusyTimes(input: Input<'listBusyTimes'>, options?: CallOptions): Promise<Output<'listBusyTimes'>>;
    /**
     * Add a busy time.
     *
     * Adds a time that is taken, such as a meeting; nothing is planned in it. People add their own, admins those of
     * everybody.
     *
     * Required scopes: `schedule:write`. Requires a person: service accounts cannot call it.
     *
     * See /docs/schedule/createBusyTime of your service.
     */
    createBusyTime(input: Input<'createBusyTime'>, options?: CallOptions): Promise<Output<'createBusyTime'>>;
    /**
     * Delete a busy time.
     *
     * Stories can then be planned in this time again.
     *
     * Required scopes: `schedule:write`. Requires a person: service accounts cannot call it.
     *
     * See /docs/schedule/deleteBusyTime of your service.
     */
    deleteBusyTime(input: Input<'deleteBusyTime'>, options?: CallOptions): Promise<Output<'deleteBusyTime'>>;
    /**
     * List busy feeds.
     *
     * Returns the calendars that say when a member has no time, newest first: when each was read, and why it could
     * not be. Addresses and problems are shown to the member and to admins.
     *
     * Required scopes: `schedule:read`.
     *
     * See /docs/schedule/listBusyFeeds of your service.
     */
    listBusyFeeds(input: Input<'listBusyFeeds'>, options?: CallOptions): Promise<Output<'listBusyFeeds'>>;
    /**
     * Add a busy feed.
     *
     * Has a calendar (RFC 5545) read every 15 minutes: the times that its events take become busy, without their
     * titles, and nothing is planned in them. Events that are shown as free take none. A calendar that cannot be read
     * counts for a day as it last was. People add their own, up to 5, admins those of everybody.
     *
     * Required scopes: `schedule:write`. Requires a person: service accounts cannot call it.
     *
     * See /docs/schedule/createBusyFeed of your service.
     */
    createBusyFeed(input: Input<'createBusyFeed'>, options?: CallOptions): Promise<Output<'createBusyFeed'>>;
    /**
     * Delete a busy feed.
     *
     * The calendar is no longer read, and stories can be planned in its times again.
     *
     * Required scopes: `schedule:write`. Requires a person: service accounts cannot call it.
     *
     * See /docs/schedule/deleteBusyFeed of your service.
     */
    deleteBusyFeed(input: Input<'deleteBusyFeed'>, options?: CallOptions): Promise<Output<'deleteBusyFeed'>>;
    /**
     * List calendar feeds.
     *
     * Returns the caller's calendar feeds, newest first, without their addresses.
     *
     * Required scopes: `schedule:read`. Requires a person: service accounts cannot call it.
     *
     * See /docs/schedule/listCalendarFeeds of your service.
     */
    listCalendarFeeds(input: Input<'listCalendarFeeds'>, options?: CallOptions): Promise<Output<'listCalendarFeeds'>>;
    /**
     * Create a calendar feed.
     *
     * Creates a secret address for calendar programs, which read a file there (RFC 5545). It shows what the caller
     * may see at that time, and nothing once they leave; it opens nothing else. The address is in `url`, in this
     * response only: whoever has it can read the file, until the feed is deleted. The credential also needs the
     * scopes of what the calendar shows: stories:read, or sprints:read and objectives:read for a team's.
     *
     * Required scopes: `schedule:read`. Requires a person: service accounts cannot call it.
     *
     * See /docs/schedule/createCalendarFeed of your service.
     */
    createCalendarFeed(input: Input<'createCalendarFeed'>, options?: CallOptions): Promise<Output<'createCalendarFeed'>>;
    /**
     * Delete a calendar feed.
     *
     * Deletes a calendar feed of the caller: from now on, its address answers like one that never was.
     *
     * Required scopes: `schedule:read`. Requires a person: service accounts cannot call it.
     *
     * See /docs/schedule/deleteCalendarFeed of your service.
     */
    deleteCalendarFeed(input: Input<'deleteCalendarFeed'>, options?: CallOptions): Promise<Output<'deleteCalendarFeed'>>;
    /**
     * List the time spent on a story.
     *
     * Returns the time entries of a story, the last logged first.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/time-entries/listStoryTimeEntries of your service.
     */
    listStoryTimeEntries(input: Input<'listStoryTimeEntries'>, options?: CallOptions): Promise<Output<'listStoryTimeEntries'>>;
    /**
     * Log time spent on a story.
     *
     * Adds time that the caller spent on a story; admins can log that of other members of its team. Estimates and
     * forecasts do not change.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/time-entries/createTimeEntry of your service.
     */
    createTimeEntry(input: Input<'createTimeEntry'>, options?: CallOptions): Promise<Output<'createTimeEntry'>>;
    /**
     * Get a time entry.
     *
     * Returns time that a member spent on a story.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/time-entries/getTimeEntry of your service.
     */
    getTimeEntry(input: Input<'getTimeEntry'>, options?: CallOptions): Promise<Output<'getTimeEntry'>>;
    /**
     * Change a time entry.
     *
     * Available to the member who spent the time and to admins who are members of the team. Another startedAt is not
     * after createdAt, and moves the date.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/time-entries/updateTimeEntry of your service.
     */
    updateTimeEntry(input: Input<'updateTimeEntry'>, options?: CallOptions): Promise<Output<'updateTimeEntry'>>;
    /**
     * Delete a time entry.
     *
     * Deletes time for good. Available to the member who spent it and to admins who are members of the team.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/time-entries/deleteTimeEntry of your service.
     */
    deleteTimeEntry(input: Input<'deleteTimeEntry'>, options?: CallOptions): Promise<Output<'deleteTimeEntry'>>;
    /**
     * List time spent on all stories.
     *
     * Returns time spent on the stories of the caller's teams, or of one team, the last logged first. A page can end
     * early if few of the entries match.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/time-entries/listTimeEntries of your service.
     */
    listTimeEntries(input: Input<'listTimeEntries'>, options?: CallOptions): Promise<Output<'listTimeEntries'>>;
    /**
     * Get the sum of time spent.
     *
     * Returns the minutes spent on a story, on the stories that a sprint or an objective has now, or by a member, by
     * default the caller, on the stories of the caller's teams, optionally in a range of dates. At most 2000 stories
     * or entries are summed, the newest.
     *
     * Required scopes: `stories:read`. Counts as 5 requests in the rate limits.
     *
     * See /docs/time-entries/getTimeSpent of your service.
     */
    getTimeSpent(input: Input<'getTimeSpent'>, options?: CallOptions): Promise<Output<'getTimeSpent'>>;
    /**
     * List story templates.
     *
     * Returns the story templates of the caller's teams, or of one team, newest first.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/story-templates/listStoryTemplates of your service.
     */
    listStoryTemplates(input: Input<'listStoryTemplates'>, options?: CallOptions): Promise<Output<'listStoryTemplates'>>;
    /**
     * Create a story template.
     *
     * Adds what stories of a team can be made from: createStory takes its id. A team can have 100 templates.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/story-templates/createStoryTemplate of your service.
     */
    createStoryTemplate(input: Input<'createStoryTemplate'>, options?: CallOptions): Promise<Output<'createStoryTemplate'>>;
    /**
     * Get a story template.
     *
     * Returns what stories are made from it, with its checklist and sub-stories.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/story-templates/getStoryTemplate of your service.
     */
    getStoryTemplate(input: Input<'getStoryTemplate'>, options?: CallOptions): Promise<Output<'getStoryTemplate'>>;
    /**
     * Update a story template.
     *
     * Changes what later stories are made from; those that were made stay as they are. `subStories` and `checklist`
     * replace all of them.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/story-templates/updateStoryTemplate of your service.
     */
    updateStoryTemplate(input: Input<'updateStoryTemplate'>, options?: CallOptions): Promise<Output<'updateStoryTemplate'>>;
    /**
     * Delete a story template.
     *
     * Deletes a template for good. Stories that were made from it stay.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/story-templates/deleteStoryTemplate of your service.
     */
    deleteStoryTemplate(input: Input<'deleteStoryTemplate'>, options?: CallOptions): Promise<Output<'deleteStoryTemplate'>>;
    /**
     * Get the mail address of a triage.
     *
     * Returns 404 if the team has none. Only those who may change the team see it.
     *
     * Required scopes: `teams:write`. Minimum role: admin.
     *
     * See /docs/triage/getTriageAddress of your service.
     */
    getTriageAddress(input: Input<'getTriageAddress'>, options?: CallOptions): Promise<Output<'getTriageAddress'>>;
    /**
     * Create the mail address of a triage.
     *
     * Creates an address of which each mail becomes a story in the triage of the team. Anyone who knows it can send
     * to it: to replace one that is known too widely, delete it and create another. A team has one, and needs a
     * triage (updateTeam). A 409 also says that the environment receives no mail.
     *
     * Required scopes: `teams:write`. Minimum role: admin.
     *
     * See /docs/triage/createTriageAddress of your service.
     */
    createTriageAddress(input: Input<'createTriageAddress'>, options?: CallOptions): Promise<Output<'createTriageAddress'>>;
    /**
     * Delete the mail address of a triage.
     *
     * Deletes the address: mail to it is dropped from now on, also what is on its way. The stories of earlier mail
     * stay.
     *
     * Required scopes: `teams:write`. Minimum role: admin.
     *
     * See /docs/triage/deleteTriageAddress of your service.
     */
    deleteTriageAddress(input: Input<'deleteTriageAddress'>, options?: CallOptions): Promise<Output<'deleteTriageAddress'>>;
    /**
     * List comments on a story.
     *
     * Returns a story's comments, newest first, each with its replies. Replies do not count towards limit. With
     * updatedSince, returns the comments that were changed or got a changed reply; a page can then have fewer items
     * than limit. A page also ends early if the response would exceed 4 MB.
     *
     * Required scopes: `comments:read`, `stories:read`.
     *
     * See /docs/comments/listComments of your service.
     */
    listComments(input: Input<'listComments'>, options?: CallOptions): Promise<Output<'listComments'>>;
    /**
     * Comment on a story.
     *
     * Adds a comment to a story or, with parentId, a reply to a comment. A comment can have up to 200 replies. Admins
     * can set imported to record who wrote it in another tool, and when.
     *
     * Required scopes: `comments:write`.
     *
     * See /docs/comments/createComment of your service.
     */
    createComment(input: Input<'createComment'>, options?: CallOptions): Promise<Output<'createComment'>>;
    /**
     * List comments of a workspace.
     *
     * Returns comments and replies on all stories of the caller's teams, archived stories too, newest first. Each
     * reply is an item of its own, with parentId. To poll for changes, set updatedSince to one minute before your
     * previous request; deletions are in the changes feed only. A page can end early if updatedSince is long ago, if
     * the teams are many, or if the response would exceed 4 MB.
     *
     * Required scopes: `comments:read`, `stories:read`.
     *
     * See /docs/comments/listWorkspaceComments of your service.
     */
    listWorkspaceComments(input: Input<'listWorkspaceComments'>, options?: CallOptions): Promise<Output<'listWorkspaceComments'>>;
    /**
     * Get a comment.
     *
     * Returns a comment and its replies. A reply written moments ago may be missing.
     *
     * Required scopes: `comments:read`, `stories:read`. Preview for personal access tokens: it may accept more kinds
     * of principals in the future.
     *
     * See /docs/comments/getComment of your service.
     */
    getComment(input: Input<'getComment'>, options?: CallOptions): Promise<Output<'getComment'>>;
    /**
     * Update a comment.
     *
     * Updates a comment, provided that expectedUpdatedAt is its current updatedAt. Available to its author and to
     * admins who are members of the story's team.
     *
     * Required scopes: `comments:write`.
     *
     * See /docs/comments/updateComment of your service.
     */
    updateComment(input: Input<'updateComment'>, options?: CallOptions): Promise<Output<'updateComment'>>;
    /**
     * Delete a comment.
     *
     * Deletes a comment and its replies; restoreComment brings them back for 30 days. Available to its author and to
     * admins who are members of the story's team.
     *
     * Required scopes: `comments:write`.
     *
     * See /docs/comments/deleteComment of your service.
     */
    deleteComment(input: Input<'deleteComment'>, options?: CallOptions): Promise<Output<'deleteComment'>>;
    /**
     * Restore a deleted comment.
     *
     * Restores a comment within 30 days of its deletion, with the replies that were deleted with it. Available to its
     * author and to admins who are members of the story's team. Fails while its story, or the comment that it replies
     * to, is deleted.
     *
     * Required scopes: `comments:write`. Counts as 5 requests in the rate limits.
     *
     * See /docs/comments/restoreComment of your service.
     */
    restoreComment(input: Input<'restoreComment'>, options?: CallOptions): Promise<Output<'restoreComment'>>;
    /**
     * Watch a story.
     *
     * Tells the caller of comments on the story and changes of its status, by notifications and mail. Its reporter,
     * its assignee and everyone who has commented on it watch it anyway.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/stories/watchStory of your service.
     */
    watchStory(input: Input<'watchStory'>, options?: CallOptions): Promise<Output<'watchStory'>>;
    /**
     * Stop watching a story.
     *
     * Ends being told of the story, also for its reporter, assignee and commenters. Mentions still reach the caller.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/stories/unwatchStory of your service.
     */
    unwatchStory(input: Input<'unwatchStory'>, options?: CallOptions): Promise<Output<'unwatchStory'>>;
    /**
     * List the links of a story.
     *
     * Returns the links of a story, newest first. The story itself has them too, oldest first.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/links/listStoryLinks of your service.
     */
    listStoryLinks(input: Input<'listStoryLinks'>, options?: CallOptions): Promise<Output<'listStoryLinks'>>;
    /**
     * Link a page to a story.
     *
     * Adds a pull request, branch, commit, document, design or any other page to a story, which can have 25 links.
     * Each is a change of the story. A second link to the same address is a 409 conflict with the id of the first as
     * resourceId.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/links/createStoryLink of your service.
     */
    createStoryLink(input: Input<'createStoryLink'>, options?: CallOptions): Promise<Output<'createStoryLink'>>;
    /**
     * Get a link of a story.
     *
     * Returns one link of a story.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/links/getStoryLink of your service.
     */
    getStoryLink(input: Input<'getStoryLink'>, options?: CallOptions): Promise<Output<'getStoryLink'>>;
    /**
     * Update a link of a story.
     *
     * Changes title, kind or state, provided that expectedUpdatedAt is the link's current updatedAt. Its address
     * cannot be changed: delete the link and create another.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/links/updateStoryLink of your service.
     */
    updateStoryLink(input: Input<'updateStoryLink'>, options?: CallOptions): Promise<Output<'updateStoryLink'>>;
    /**
     * Delete a link of a story.
     *
     * Removes a link from a story, as a change of the story.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/links/deleteStoryLink of your service.
     */
    deleteStoryLink(input: Input<'deleteStoryLink'>, options?: CallOptions): Promise<Output<'deleteStoryLink'>>;
    /**
     * List the attachments of a story.
     *
     * Returns the attachments of a story, newest first, those of its comments and those that wait for their file
     * included.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/attachments/listAttachments of your service.
     */
    listAttachments(input: Input<'listAttachments'>, options?: CallOptions): Promise<Output<'listAttachments'>>;
    /**
     * Attach a file to a story or a comment.
     *
     * Announces a file of at most 25 MiB and returns a form that uploads it: POST `upload.fields` and then the file,
     * as the field `file`, to `upload.url` as multipart/form-data, within an hour. Then call completeAttachment. A
     * story can have 100 attachments, those of its comments included. With commentId, the file belongs to a comment
     * that the caller has written on the story, and is deleted with it.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/attachments/createAttachment of your service.
     */
    createAttachment(input: Input<'createAttachment'>, options?: CallOptions): Promise<Output<'createAttachment'>>;
    /**
     * Get an attachment.
     *
     * Returns what is known of a file of a story; getAttachmentDownload returns a link to the file.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/attachments/getAttachment of your service.
     */
    getAttachment(input: Input<'getAttachment'>, options?: CallOptions): Promise<Output<'getAttachment'>>;
    /**
     * Delete an attachment.
     *
     * Deletes an attachment and its file, which cannot be restored. Those of a comment are deleted by their authors
     * and by admins.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/attachments/deleteAttachment of your service.
     */
    deleteAttachment(input: Input<'deleteAttachment'>, options?: CallOptions): Promise<Output<'deleteAttachment'>>;
    /**
     * Complete the upload of an attachment.
     *
     * Looks at the uploaded file, and makes the attachment ready: from then on others find and download it. Its
     * contentType is then what its first bytes show, whatever was announced. A 409 conflict says that the file has
     * not arrived, or has not passed the scan of the environment, if there is one.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/attachments/completeAttachment of your service.
     */
    completeAttachment(input: Input<'completeAttachment'>, options?: CallOptions): Promise<Output<'completeAttachment'>>;
    /**
     * Get a link to the file of an attachment.
     *
     * Returns a link to the file that is valid for five minutes for anyone who has it. Browsers save the file under
     * its name; with disposition=inline they show it, if it is a PNG, JPEG, GIF or WebP image.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/attachments/getAttachmentDownload of your service.
     */
    getAttachmentDownload(input: Input<'getAttachmentDownload'>, options?: CallOptions): Promise<Output<'getAttachmentDownload'>>;
    /**
     * List the triage of a team.
     *
     * Returns the stories that wait for a decision, newest first, or those in another state of triage. Lists of
     * stories, searches, counts, plans and forecasts leave them out until they are accepted. A page can end early if
     * few of the stories match.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/triage/listTriage of your service.
     */
    listTriage(input: Input<'listTriage'>, options?: CallOptions): Promise<Output<'listTriage'>>;
    /**
     * Decide about a story in triage.
     *
     * Accepts a story, which is then one like the others, without a sprint that has ended and what was deleted
     * meanwhile; declines it; marks it as the duplicate of another, to which it gets a relation; or snoozes it, until
     * it is pending again. A declined or duplicate story can still be accepted.
     *
     * Required scopes: `stories:write`. Minimum role: member.
     *
     * See /docs/triage/triageStory of your service.
     */
    triageStory(input: Input<'triageStory'>, options?: CallOptions): Promise<Output<'triageStory'>>;
    /**
     * List hooks.
     *
     * Returns the workspace's hooks for GitHub and GitLab, newest first.
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/hooks/listHooks of your service.
     */
    listHooks(input: Input<'listHooks'>, options?: CallOptions): Promise<Output<'listHooks'>>;
    /**
     * Create a hook for GitHub or GitLab.
     *
     * Creates an address at which GitHub or GitLab reports pull requests and branches. Those that name a story, such
     * as ENG-184 in the title, branch or description, become links of it, and can move it. The secret to enter at the
     * provider is in `signingSecret`, in this response only; rotateHookSecret creates a new one. The guide on pull
     * requests says what to enter where.
     *
     * Required scopes: `webhooks:manage`, `stories:write`. Minimum role: admin. Requires a person: service accounts
     * cannot call it.
     *
     * See /docs/hooks/createHook of your service.
     */
    createHook(input: Input<'createHook'>, options?: CallOptions): Promise<Output<'createHook'>>;
    /**
     * Get a hook.
     *
     * Returns a hook with its rules. The secret is never returned.
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/hooks/getHook of your service.
     */
    getHook(input: Input<'getHook'>, options?: CallOptions): Promise<Output<'getHook'>>;
    /**
     * Update a hook.
     *
     * Changes name, service account or rules, which are replaced as a whole, provided that expectedUpdatedAt is the
     * current updatedAt. Stories stay where earlier rules moved them.
     *
     * Required scopes: `webhooks:manage`, `stories:write`. Minimum role: admin. Requires a person: service accounts
     * cannot call it.
     *
     * See /docs/hooks/updateHook of your service.
     */
    updateHook(input: Input<'updateHook'>, options?: CallOptions): Promise<Output<'updateHook'>>;
    /**
     * Delete a hook.
     *
     * Deletes a hook: what is sent to it is refused from now on. Links that it made stay.
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/hooks/deleteHook of your service.
     */
    deleteHook(input: Input<'deleteHook'>, options?: CallOptions): Promise<Output<'deleteHook'>>;
    /**
     * Rotate the secret of a hook.
     *
     * Creates a new secret and returns it in `signingSecret`, in this response only. The old one is accepted for
     * another 24 hours, in which you enter the new one at the provider.
     *
     * Required scopes: `webhooks:manage`, `stories:write`. Minimum role: admin. Requires a person: service accounts
     * cannot call it.
     *
     * See /docs/hooks/rotateHookSecret of your service.
     */
    rotateHookSecret(input: Input<'rotateHookSecret'>, options?: CallOptions): Promise<Output<'rotateHookSecret'>>;
    /**
     * List portals.
     *
     * Returns the feedback portals of the workspace, including private ones.
     *
     * Required scopes: `feedback:read`. Minimum role: member.
     *
     * See /docs/feedback-portals/listPortals of your service.
     */
    listPortals(input: Input<'listPortals'>, options?: CallOptions): Promise<Output<'listPortals'>>;
    /**
     * Create a portal.
     *
     * Creates a feedback portal. It is private until you set its visibility to public.
     *
     * Required scopes: `feedback:write`. Minimum role: admin.
     *
     * See /docs/feedback-portals/createPortal of your service.
     */
    createPortal(input: Input<'createPortal'>, options?: CallOptions): Promise<Output<'createPortal'>>;
    /**
     * Get a portal.
     *
     * Returns a feedback portal with its boards, whether it is public or private.
     *
     * Required scopes: `feedback:read`. Minimum role: member.
     *
     * See /docs/feedback-portals/getPortal of your service.
     */
    getPortal(input: Input<'getPortal'>, options?: CallOptions): Promise<Output<'getPortal'>>;
    /**
     * Update a portal.
     *
     * Updates a portal. boards replaces all boards: a board that you omit is removed, provided that it has no items.
     * The last 20 former slugs redirect to the portal.
     *
     * Required scopes: `feedback:write`. Minimum role: admin.
     *
     * See /docs/feedback-portals/updatePortal of your service.
     */
    updatePortal(input: Input<'updatePortal'>, options?: CallOptions): Promise<Output<'updatePortal'>>;
    /**
     * Delete a portal.
     *
     * Deletes a portal that has no items and no updates, and releases its slugs. To hide a portal that has content,
     * set its visibility to private.
     *
     * Required scopes: `feedback:write`. Minimum role: admin.
     *
     * See /docs/feedback-portals/deletePortal of your service.
     */
    deletePortal(input: Input<'deletePortal'>, options?: CallOptions): Promise<Output<'deletePortal'>>;
    /**
     * Rotate the secret for customers.
     *
     * Creates the secret with which your own site signs tokens that sign its customers in to the portal, and returns
     * it in `customerSecret`, in this response only. It is valid for 365 days. The previous one stays valid for 24
     * hours.
     *
     * Required scopes: `feedback:write`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/feedback-portals/rotateCustomerSecret of your service.
     */
    rotateCustomerSecret(input: Input<'rotateCustomerSecret'>, options?: CallOptions): Promise<Output<'rotateCustomerSecret'>>;
    /**
     * Delete the secret for customers.
     *
     * Deletes the secrets for tokens of customers, also one that was rotated less than 24 hours ago. No one can be
     * signed in with them any more, and anyone who was is signed out.
     *
     * Required scopes: `feedback:write`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/feedback-portals/deleteCustomerSecret of your service.
     */
    deleteCustomerSecret(input: Input<'deleteCustomerSecret'>, options?: CallOptions): Promise<Output<'deleteCustomerSecret'>>;
    /**
     * List feedback items.
     *
     * Returns a portal's items, newest first unless sort is sent. When sorted by votes, completed and closed items
     * come last. Hidden items have no rank, so hidden=only and hidden=include cannot be sorted by votes.
     *
     * Required scopes: `feedback:read`. Minimum role: member.
     *
     * See /docs/feedback-portals/listFeedbackItems of your service.
     */
    listFeedbackItems(input: Input<'listFeedbackItems'>, options?: CallOptions): Promise<Output<'listFeedbackItems'>>;
    /**
     * Create a feedback item.
     *
     * Adds an item to a board of a portal, with the caller as its author. With customer, a member posts it for a
     * customer, who becomes the author, has a vote for it and receives news like those who voted themselves. Admins
     * can set imported to record who wrote it elsewhere, and when.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/createFeedbackItem of your service.
     */
    createFeedbackItem(input: Input<'createFeedbackItem'>, options?: CallOptions): Promise<Output<'createFeedbackItem'>>;
    /**
     * Get a feedback item.
     *
     * Also returns items that are hidden from the public.
     *
     * Required scopes: `feedback:read`. Minimum role: member.
     *
     * See /docs/feedback-portals/getFeedbackItem of your service.
     */
    getFeedbackItem(input: Input<'getFeedbackItem'>, options?: CallOptions): Promise<Output<'getFeedbackItem'>>;
    /**
     * Update a feedback item.
     *
     * Updates an item, moves it to another board, links it to stories, or hides it from the public. Its URL does not
     * change. When all linked stories are completed or cancelled, and at least one is completed, the status becomes
     * completed.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/updateFeedbackItem of your service.
     */
    updateFeedbackItem(input: Input<'updateFeedbackItem'>, options?: CallOptions): Promise<Output<'updateFeedbackItem'>>;
    /**
     * Delete a feedback item.
     *
     * Permanently deletes an item. Its votes and comments are deleted shortly afterwards.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/deleteFeedbackItem of your service.
     */
    deleteFeedbackItem(input: Input<'deleteFeedbackItem'>, options?: CallOptions): Promise<Output<'deleteFeedbackItem'>>;
    /**
     * List portal updates.
     *
     * Returns drafts and published updates, ordered by creation, newest first.
     *
     * Required scopes: `feedback:read`. Minimum role: member.
     *
     * See /docs/feedback-portals/listFeedbackUpdates of your service.
     */
    listFeedbackUpdates(input: Input<'listFeedbackUpdates'>, options?: CallOptions): Promise<Output<'listFeedbackUpdates'>>;
    /**
     * Create a portal update.
     *
     * Creates a draft, which is not public until you call publishFeedbackUpdate or the time of scheduledFor comes.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/createFeedbackUpdate of your service.
     */
    createFeedbackUpdate(input: Input<'createFeedbackUpdate'>, options?: CallOptions): Promise<Output<'createFeedbackUpdate'>>;
    /**
     * Get a portal update.
     *
     * Returns a published update or a draft.
     *
     * Required scopes: `feedback:read`. Minimum role: member.
     *
     * See /docs/feedback-portals/getFeedbackUpdate of your service.
     */
    getFeedbackUpdate(input: Input<'getFeedbackUpdate'>, options?: CallOptions): Promise<Output<'getFeedbackUpdate'>>;
    /**
     * Edit a portal update.
     *
     * Changes a draft or a published update. The last 20 former slugs redirect to it.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/updateFeedbackUpdate of your service.
     */
    updateFeedbackUpdate(input: Input<'updateFeedbackUpdate'>, options?: CallOptions): Promise<Output<'updateFeedbackUpdate'>>;
    /**
     * Delete a portal update.
     *
     * Permanently deletes an update. To only hide it from the public, withdraw it.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/deleteFeedbackUpdate of your service.
     */
    deleteFeedbackUpdate(input: Input<'deleteFeedbackUpdate'>, options?: CallOptions): Promise<Output<'deleteFeedbackUpdate'>>;
    /**
     * Publish a portal update.
     *
     * Makes a draft public as of now. Has no effect on a published update.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/publishFeedbackUpdate of your service.
     */
    publishFeedbackUpdate(input: Input<'publishFeedbackUpdate'>, options?: CallOptions): Promise<Output<'publishFeedbackUpdate'>>;
    /**
     * Withdraw a portal update.
     *
     * Turns a published update back into a draft; has no effect on a draft. Caches may show it for up to two more
     * minutes.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/withdrawFeedbackUpdate of your service.
     */
    withdrawFeedbackUpdate(input: Input<'withdrawFeedbackUpdate'>, options?: CallOptions): Promise<Output<'withdrawFeedbackUpdate'>>;
    /**
     * Create a story from a feedback item.
     *
     * Creates a story that delivers an item and links the item to it, both or neither. With templateId, a story
     * template of the team fills in what the request leaves out. An item that has a story which is neither completed
     * nor archived nor declined nor a duplicate gets no other one, unless anotherStory is true. The story waits in
     * the triage of a team that has one, unless triage is false. The words of visitors are not copied: the text of a
     * story is that of who creates it.
     *
     * Required scopes: `feedback:write`, `stories:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/createStoryFromFeedback of your service.
     */
    createStoryFromFeedback(input: Input<'createStoryFromFeedback'>, options?: CallOptions): Promise<Output<'createStoryFromFeedback'>>;
    /**
     * List comments on a feedback item.
     *
     * Returns the comments on an item, and on those merged into it, newest first; with internal also its internal
     * notes.
     *
     * Required scopes: `feedback:read`. Minimum role: member.
     *
     * See /docs/feedback-portals/listFeedbackComments of your service.
     */
    listFeedbackComments(input: Input<'listFeedbackComments'>, options?: CallOptions): Promise<Output<'listFeedbackComments'>>;
    /**
     * Comment on a feedback item.
     *
     * Adds a comment under the caller's name, marked as by the team, or with internal an internal note. With
     * parentId, it replies to another comment. updateFeedbackItem pins a comment as the official answer. Admins can
     * set imported to record who wrote it elsewhere, and when.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/createFeedbackComment of your service.
     */
    createFeedbackComment(input: Input<'createFeedbackComment'>, options?: CallOptions): Promise<Output<'createFeedbackComment'>>;
    /**
     * Hide or show a comment on a feedback item.
     *
     * Hides a comment from the public or shows it again. Repeating the call has no effect. Internal notes are never
     * public.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/updateFeedbackComment of your service.
     */
    updateFeedbackComment(input: Input<'updateFeedbackComment'>, options?: CallOptions): Promise<Output<'updateFeedbackComment'>>;
    /**
     * Delete a comment on a feedback item.
     *
     * Permanently deletes a comment or an internal note. To be able to restore it, hide it instead.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/deleteFeedbackComment of your service.
     */
    deleteFeedbackComment(input: Input<'deleteFeedbackComment'>, options?: CallOptions): Promise<Output<'deleteFeedbackComment'>>;
    /**
     * List reactions to comments on a feedback item.
     *
     * Returns the reactions to the comments on an item, and on those merged into it, counted by comment and kind;
     * those to the newest comment first.
     *
     * Required scopes: `feedback:read`. Minimum role: member.
     *
     * See /docs/feedback-portals/listFeedbackReactions of your service.
     */
    listFeedbackReactions(input: Input<'listFeedbackReactions'>, options?: CallOptions): Promise<Output<'listFeedbackReactions'>>;
    /**
     * React to a comment on a feedback item.
     *
     * Adds the caller's own reaction, which pages show as theirs too. A person reacts once in each kind; repeating it
     * has no effect.
     *
     * Required scopes: `feedback:write`. Minimum role: member. Requires a person: service accounts cannot call it.
     *
     * See /docs/feedback-portals/createFeedbackReaction of your service.
     */
    createFeedbackReaction(input: Input<'createFeedbackReaction'>, options?: CallOptions): Promise<Output<'createFeedbackReaction'>>;
    /**
     * Take back a reaction.
     *
     * Deletes the caller's own reaction. Those of others stay.
     *
     * Required scopes: `feedback:write`. Minimum role: member. Requires a person: service accounts cannot call it.
     *
     * See /docs/feedback-portals/deleteFeedbackReaction of your service.
     */
    deleteFeedbackReaction(input: Input<'deleteFeedbackReaction'>, options?: CallOptions): Promise<Output<'deleteFeedbackReaction'>>;
    /**
     * Merge a duplicate.
     *
     * Merges an item into another of the same portal. Its comments show there at once and its votes within moments,
     * one for each person; its URL redirects. unmergeFeedbackItem undoes it.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/mergeFeedbackItem of your service.
     */
    mergeFeedbackItem(input: Input<'mergeFeedbackItem'>, options?: CallOptions): Promise<Output<'mergeFeedbackItem'>>;
    /**
     * Undo a merge.
     *
     * Separates an item from the one that it was merged into, with its votes and comments. Votes and comments that
     * were added to the other since stay there. An item that is not merged is returned as it is.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/unmergeFeedbackItem of your service.
     */
    unmergeFeedbackItem(input: Input<'unmergeFeedbackItem'>, options?: CallOptions): Promise<Output<'unmergeFeedbackItem'>>;
    /**
     * List votes for a feedback item.
     *
     * Returns who voted for an item, newest first. E-mail addresses are not shown.
     *
     * Required scopes: `feedback:read`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/feedback-portals/listFeedbackVotes of your service.
     */
    listFeedbackVotes(input: Input<'listFeedbackVotes'>, options?: CallOptions): Promise<Output<'listFeedbackVotes'>>;
    /**
     * Vote for a customer.
     *
     * Adds a customer's vote for an item, by the address that they are known by. They receive news like those who
     * voted themselves, and can unsubscribe in each mail. A vote counts once for each address.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/createFeedbackVote of your service.
     */
    createFeedbackVote(input: Input<'createFeedbackVote'>, options?: CallOptions): Promise<Output<'createFeedbackVote'>>;
    /**
     * Take back a customer's vote.
     *
     * Deletes a vote that a member added for a customer. Other votes belong to who gave them.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/deleteFeedbackVote of your service.
     */
    deleteFeedbackVote(input: Input<'deleteFeedbackVote'>, options?: CallOptions): Promise<Output<'deleteFeedbackVote'>>;
    /**
     * List banned visitors.
     *
     * Returns the visitors who are banned from the workspace's portals.
     *
     * Required scopes: `feedback:read`. Minimum role: member.
     *
     * See /docs/feedback-portals/listBannedVisitors of your service.
     */
    listBannedVisitors(input: Input<'listBannedVisitors'>, options?: CallOptions): Promise<Output<'listBannedVisitors'>>;
    /**
     * Ban a visitor.
     *
     * Stops a visitor from voting, commenting and posting ideas on all portals of the workspace. What they have
     * posted stays; hide it separately. Repeating the call returns the ban that exists.
     *
     * Required scopes: `feedback:write`. Minimum role: admin.
     *
     * See /docs/feedback-portals/banVisitor of your service.
     */
    banVisitor(input: Input<'banVisitor'>, options?: CallOptions): Promise<Output<'banVisitor'>>;
    /**
     * Lift the ban of a visitor.
     *
     * A banned visitor can then vote, comment and post on the workspace's portals again.
     *
     * Required scopes: `feedback:write`. Minimum role: admin.
     *
     * See /docs/feedback-portals/unbanVisitor of your service.
     */
    unbanVisitor(input: Input<'unbanVisitor'>, options?: CallOptions): Promise<Output<'unbanVisitor'>>;
    /**
     * List portal images.
     *
     * Returns the portal's images, newest first, and whether each is in use.
     *
     * Required scopes: `feedback:read`. Minimum role: member.
     *
     * See /docs/feedback-portals/listPortalImages of your service.
     */
    listPortalImages(input: Input<'listPortalImages'>, options?: CallOptions): Promise<Output<'listPortalImages'>>;
    /**
     * Upload a portal image.
     *
     * Creates a PNG, JPEG or WebP image for use as the portal's logo, an update's cover, or in the text of an update.
     * The request contains a file of up to 4 MiB; createPortalImageUpload takes up to 10 MiB. Metadata such as EXIF,
     * with the place where a photo was taken, is removed. Files over 45 KiB become WebP of at most 1,920 pixels in
     * width, also in smaller widths for phones; of an animation, the first frame.
     *
     * Required scopes: `feedback:write`. Minimum role: member. Counts as 20 requests in the rate limits.
     *
     * See /docs/feedback-portals/createPortalImage of your service.
     */
    createPortalImage(input: Input<'createPortalImage'>, options?: CallOptions): Promise<Output<'createPortalImage'>>;
    /**
     * Get a form that uploads a portal image.
     *
     * Returns a form for a file of up to 10 MiB: POST `upload.fields` and then the file, as the field `file`, to
     * `upload.url` as multipart/form-data, within an hour. Then createPortalImage takes the id of this upload. What
     * is uploaded and not made an image is deleted after two days.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/createPortalImageUpload of your service.
     */
    createPortalImageUpload(input: Input<'createPortalImageUpload'>, options?: CallOptions): Promise<Output<'createPortalImageUpload'>>;
    /**
     * Delete a portal image.
     *
     * Deletes an image that is not in use as the portal's logo or as the cover of an update or draft. Caches may show
     * it for up to two minutes.
     *
     * Required scopes: `feedback:write`. Minimum role: member.
     *
     * See /docs/feedback-portals/deletePortalImage of your service.
     */
    deletePortalImage(input: Input<'deletePortalImage'>, options?: CallOptions): Promise<Output<'deletePortalImage'>>;
    /**
     * List images of a feedback item.
     *
     * Returns the pictures that the authors of an item and of its comments added to them, newest first, also hidden
     * ones.
     *
     * Required scopes: `feedback:read`. Minimum role: member.
     *
     * See /docs/feedback-portals/listFeedbackImages of your service.
     */
    listFeedbackImages(input: Input<'listFeedbackImages'>, options?: CallOptions): Promise<Output<'listFeedbackImages'>>;
    /**
     * Import an image of a feedback item.
     *
     * Adds a picture to an item or comment that was created with imported, and shows it where the text shows the one
     * that it replaces. It belongs to the item or comment, and is deleted with it. Authors themselves add pictures on
     * the pages of the portal.
     *
     * Required scopes: `feedback:write`. Minimum role: admin. Counts as 20 requests in the rate limits.
     *
     * See /docs/feedback-portals/createFeedbackImage of your service.
     */
    createFeedbackImage(input: Input<'createFeedbackImage'>, options?: CallOptions): Promise<Output<'createFeedbackImage'>>;
    /**
     * List webhook endpoints.
     *
     * Returns the workspace's endpoints, including those of other admins, newest first.
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/webhooks/listWebhooks of your service.
     */
    listWebhooks(input: Input<'listWebhooks'>, options?: CallOptions): Promise<Output<'listWebhooks'>>;
    /**
     * Create a webhook endpoint.
     *
     * Creates an endpoint owned by the caller. It receives the subscribed events of the owner's teams, or of the
     * teams in teamIds, at `url`, or in an AWS account or a chat at `destination`. With serviceAccountId, it is the
     * account's own: the account is the owner, and the caller is in all of its teams. The signing secret is in
     * `signingSecret`, in this response only; rotateWebhookSecret creates a new one.
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/webhooks/createWebhook of your service.
     */
    createWebhook(input: Input<'createWebhook'>, options?: CallOptions): Promise<Output<'createWebhook'>>;
    /**
     * Get a webhook endpoint.
     *
     * Returns an endpoint with its subscriptions, its status and how its last deliveries went. The signing secret is
     * never returned.
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/webhooks/getWebhook of your service.
     */
    getWebhook(input: Input<'getWebhook'>, options?: CallOptions): Promise<Output<'getWebhook'>>;
    /**
     * Update a webhook endpoint.
     *
     * Updates name, URL or destination, or filters. Changing the URL, the destination or the team filter makes the
     * caller the owner, because the endpoint then receives events of the caller's teams; a service account's own
     * stays the account's, and the caller must be in all of its teams. Subscriptions, secret and status have their
     * own operations. Queued deliveries go to the new URL, whose failures are counted from zero.
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/webhooks/updateWebhook of your service.
     */
    updateWebhook(input: Input<'updateWebhook'>, options?: CallOptions): Promise<Output<'updateWebhook'>>;
    /**
     * Delete a webhook endpoint.
     *
     * Deletes an endpoint and its delivery log. Queued deliveries are not sent.
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/webhooks/deleteWebhook of your service.
     */
    deleteWebhook(input: Input<'deleteWebhook'>, options?: CallOptions): Promise<Output<'deleteWebhook'>>;
    /**
     * Replace the subscriptions of a webhook endpoint.
     *
     * Replaces all subscriptions. Queued deliveries of event types that are no longer subscribed to are dropped.
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/webhooks/updateWebhookSubscriptions of your service.
     */
    updateWebhookSubscriptions(input: Input<'updateWebhookSubscriptions'>, options?: CallOptions): Promise<Output<'updateWebhookSubscriptions'>>;
    /**
     * Rotate a webhook signing secret.
     *
     * Creates a new secret and returns it in `signingSecret`, in this response only. For 24 hours, deliveries are
     * signed with both the old and the new secret, so receivers can verify with either.
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/webhooks/rotateWebhookSecret of your service.
     */
    rotateWebhookSecret(input: Input<'rotateWebhookSecret'>, options?: CallOptions): Promise<Output<'rotateWebhookSecret'>>;
    /**
     * Disable a webhook endpoint.
     *
     * Stops sending to the endpoint. Events of the next 30 days are held in its delivery log; after you enable it
     * again, redeliverWebhookEvents sends them. Repeating the call has no effect.
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/webhooks/disableWebhook of your service.
     */
    disableWebhook(input: Input<'disableWebhook'>, options?: CallOptions): Promise<Output<'disableWebhook'>>;
    /**
     * Enable a webhook endpoint.
     *
     * Revalidates the endpoint's URL and sends events from now on; use redeliverWebhookEvents to send those held in
     * the meantime. If the owner is no longer an admin, the caller becomes the owner. Repeating the call has no
     * effect.
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/webhooks/enableWebhook of your service.
     */
    enableWebhook(input: Input<'enableWebhook'>, options?: CallOptions): Promise<Output<'enableWebhook'>>;
    /**
     * Send a test event to a webhook endpoint.
     *
     * Sends a webhook.test event with the endpoint as its data, regardless of subscriptions. Returns the delivery;
     * get it again moments later to see the attempt.
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/webhooks/testWebhook of your service.
     */
    testWebhook(input: Input<'testWebhook'>, options?: CallOptions): Promise<Output<'testWebhook'>>;
    /**
     * List webhook deliveries.
     *
     * Returns the endpoint's deliveries of the last 30 days with their attempts, newest event first. Filter by status
     * to find those that may need attention (retrying, failed, held, dropped).
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/webhooks/listWebhookDeliveries of your service.
     */
    listWebhookDeliveries(input: Input<'listWebhookDeliveries'>, options?: CallOptions): Promise<Output<'listWebhookDeliveries'>>;
    /**
     * Get a webhook delivery.
     *
     * Returns the delivery of one event: each attempt with its time, response status, duration and error.
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/webhooks/getWebhookDelivery of your service.
     */
    getWebhookDelivery(input: Input<'getWebhookDelivery'>, options?: CallOptions): Promise<Output<'getWebhookDelivery'>>;
    /**
     * Redeliver a webhook delivery.
     *
     * Sends the same bytes with the same webhook-id again now, whatever the current status. Failed attempts are
     * retried as for a new delivery.
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/webhooks/redeliverWebhookDelivery of your service.
     */
    redeliverWebhookDelivery(input: Input<'redeliverWebhookDelivery'>, options?: CallOptions): Promise<Output<'redeliverWebhookDelivery'>>;
    /**
     * Redeliver webhook events since a given time.
     *
     * Requeues the endpoint's deliveries of events since the given time, newest first, including those held while it
     * was disabled or waiting for a retry; then, unless statuses is sent, queues from the log what it would receive
     * now and was never sent, such as events from before it was made or subscribed. Use it after a receiver has lost
     * events, or for a new one. Each call queues at most 500 deliveries; while hasMore is true, call again with the
     * same values and nextCursor as cursor.
     *
     * Required scopes: `webhooks:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/webhooks/redeliverWebhookEvents of your service.
     */
    redeliverWebhookEvents(input: Input<'redeliverWebhookEvents'>, options?: CallOptions): Promise<Output<'redeliverWebhookEvents'>>;
    /**
     * List changes.
     *
     * Returns every change that the caller may see, oldest first: each event at least once, those of one resource in
     * order. Without cursor and since, it returns an empty page that begins now. Read on with meta.nextCursor while
     * there is one, and keep meta.resumeCursor to go on later. Kinds whose read scope the credential lacks are left
     * out, unless type names them: then, and if it lacks all of them, it is refused. access.granted tells of a team,
     * objective or workspace to fetch again, access.revoked of one to forget with all that belongs to it.
     *
     *
     *
     * See /docs/changes/listChanges of your service.
     */
    listChanges(input: Input<'listChanges'>, options?: CallOptions): Promise<Output<'listChanges'>>;
    /**
     * List the history of a story.
     *
     * Returns who changed a story, when, how and through what, newest first. A change appears within moments. The
     * history is deleted with the story.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/changes/listStoryHistory of your service.
     */
    listStoryHistory(input: Input<'listStoryHistory'>, options?: CallOptions): Promise<Output<'listStoryHistory'>>;
    /**
     * List the history of a time entry.
     *
     * Returns who changed a time entry, when, how and through what, newest first. A change appears within moments.
     * The history is deleted with the time entry.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/changes/listTimeEntryHistory of your service.
     */
    listTimeEntryHistory(input: Input<'listTimeEntryHistory'>, options?: CallOptions): Promise<Output<'listTimeEntryHistory'>>;
    /**
     * List the history of a sprint.
     *
     * Returns who changed a sprint, when, how and through what, newest first. A change appears within moments. The
     * history is deleted with the sprint.
     *
     * Required scopes: `sprints:read`.
     *
     * See /docs/changes/listSprintHistory of your service.
     */
    listSprintHistory(input: Input<'listSprintHistory'>, options?: CallOptions): Promise<Output<'listSprintHistory'>>;
    /**
     * List the history of a story template.
     *
     * Returns who changed a story template, when, how and through what, newest first. A change appears within
     * moments. The history is deleted with the story template.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/changes/listStoryTemplateHistory of your service.
     */
    listStoryTemplateHistory(input: Input<'listStoryTemplateHistory'>, options?: CallOptions): Promise<Output<'listStoryTemplateHistory'>>;
    /**
     * List the history of a recurring story.
     *
     * Returns who changed a recurring story, when, how and through what, newest first. A change appears within
     * moments. The history is deleted with the recurring story.
     *
     * Required scopes: `stories:read`.
     *
     * See /docs/changes/listRecurringStoryHistory of your service.
     */
    listRecurringStoryHistory(input: Input<'listRecurringStoryHistory'>, options?: CallOptions): Promise<Output<'listRecurringStoryHistory'>>;
    /**
     * List the history of an objective.
     *
     * Returns who changed an objective, when, how and through what, newest first. What happened while the objective
     * was private is returned to those who could see it then: its creator, its lead at that time, and admins.
     *
     * Required scopes: `objectives:read`.
     *
     * See /docs/changes/listObjectiveHistory of your service.
     */
    listObjectiveHistory(input: Input<'listObjectiveHistory'>, options?: CallOptions): Promise<Output<'listObjectiveHistory'>>;
    /**
     * List notifications.
     *
     * Returns what the caller was told of in the last 90 days, newest first; with state unread, what they have not
     * read, the last told or marked first. Leaves out what is about stories and objectives that they no longer see,
     * so that a page can be shorter than its limit.
     *
     * Required scopes: `stories:read`. Requires a person: service accounts cannot call it.
     *
     * See /docs/notifications/listNotifications of your service.
     */
    listNotifications(input: Input<'listNotifications'>, options?: CallOptions): Promise<Output<'listNotifications'>>;
    /**
     * Count unread notifications.
     *
     * Counts up to 100 of what the caller has not read and still sees.
     *
     * Required scopes: `stories:read`. Requires a person: service accounts cannot call it.
     *
     * See /docs/notifications/countUnreadNotifications of your service.
     */
    countUnreadNotifications(input: Input<'countUnreadNotifications'>, options?: CallOptions): Promise<Output<'countUnreadNotifications'>>;
    /**
     * Mark all notifications as read.
     *
     * Marks all that were created up to a time as read: send that of the newest that was shown, so that those which
     * come meanwhile stay unread.
     *
     * Required scopes: `stories:read`. Requires a person: service accounts cannot call it.
     *
     * See /docs/notifications/markNotificationsRead of your service.
     */
    markNotificationsRead(input: Input<'markNotificationsRead'>, options?: CallOptions): Promise<Output<'markNotificationsRead'>>;
    /**
     * Get a notification.
     *
     * Those of other people return 404, and those of what the caller can't see any more.
     *
     * Required scopes: `stories:read`. Requires a person: service accounts cannot call it.
     *
     * See /docs/notifications/getNotification of your service.
     */
    getNotification(input: Input<'getNotification'>, options?: CallOptions): Promise<Output<'getNotification'>>;
    /**
     * Mark a notification as read.
     *
     * One that is read already stays as it is.
     *
     * Required scopes: `stories:read`. Requires a person: service accounts cannot call it.
     *
     * See /docs/notifications/markNotificationRead of your service.
     */
    markNotificationRead(input: Input<'markNotificationRead'>, options?: CallOptions): Promise<Output<'markNotificationRead'>>;
    /**
     * Mark a notification as unread.
     *
     * It is then the first of those that are unread.
     *
     * Required scopes: `stories:read`. Requires a person: service accounts cannot call it.
     *
     * See /docs/notifications/markNotificationUnread of your service.
     */
    markNotificationUnread(input: Input<'markNotificationUnread'>, options?: CallOptions): Promise<Output<'markNotificationUnread'>>;
    /**
     * List statuses.
     *
     * Returns the story statuses of the caller's teams and the workspace's objective statuses. appliesTo selects one
     * of the two kinds, and teamId the story statuses of one team. With ids, returns the listed statuses that the
     * caller can see, including archived ones unless archived is sent.
     *
     * Required scopes: `teams:read`.
     *
     * See /docs/statuses/listStatuses of your service.
     */
    listStatuses(input: Input<'listStatuses'>, options?: CallOptions): Promise<Output<'listStatuses'>>;
    /**
     * Create a status.
     *
     * Creates a status for the stories of a team or, with appliesTo objective, for the workspace's objectives (admins
     * only). It is placed last unless order is sent. With isDefault it replaces the current default status.
     *
     * Required scopes: `teams:write`. Minimum role: member.
     *
     * See /docs/statuses/createStatus of your service.
     */
    createStatus(input: Input<'createStatus'>, options?: CallOptions): Promise<Output<'createStatus'>>;
    /**
     * Get a status.
     *
     * Returns a status of a team's stories or of the workspace's objectives, including archived ones, so that every
     * statusId can be resolved.
     *
     * Required scopes: `teams:read`.
     *
     * See /docs/statuses/getStatus of your service.
     */
    getStatus(input: Input<'getStatus'>, options?: CallOptions): Promise<Output<'getStatus'>>;
    /**
     * Update a status.
     *
     * Updates name, color, order or isDefault. The category cannot be changed, because counts and completion depend
     * on it: create another status and move the stories to it. Only admins can change objective statuses.
     *
     * Required scopes: `teams:write`. Minimum role: member.
     *
     * See /docs/statuses/updateStatus of your service.
     */
    updateStatus(input: Input<'updateStatus'>, options?: CallOptions): Promise<Output<'updateStatus'>>;
    /**
     * Archive a status.
     *
     * Hides a status from lists and prevents assigning it. Fails for the default status, and while any story
     * (including archived ones) or objective has it. getStatus still returns it. Its name becomes available. Statuses
     * cannot be deleted. Repeating the call has no effect.
     *
     * Required scopes: `teams:write`. Minimum role: member.
     *
     * See /docs/statuses/archiveStatus of your service.
     */
    archiveStatus(input: Input<'archiveStatus'>, options?: CallOptions): Promise<Output<'archiveStatus'>>;
    /**
     * Unarchive a status.
     *
     * Makes an archived status available to stories or objectives again, unless another status has taken its name.
     * Repeating the call has no effect.
     *
     * Required scopes: `teams:write`. Minimum role: member.
     *
     * See /docs/statuses/unarchiveStatus of your service.
     */
    unarchiveStatus(input: Input<'unarchiveStatus'>, options?: CallOptions): Promise<Output<'unarchiveStatus'>>;
    /**
     * Get the workspace.
     *
     * Returns the credential's workspace.
     *
     * Required scopes: `workspace:read`.
     *
     * See /docs/workspaces/getWorkspace of your service.
     */
    getWorkspace(input: Input<'getWorkspace'>, options?: CallOptions): Promise<Output<'getWorkspace'>>;
    /**
     * Get the token policy.
     *
     * Returns whether members and guests may create personal access tokens of their own.
     *
     * Required scopes: `tokens:manage`. Requires a person: service accounts cannot call it.
     *
     * See /docs/tokens/getTokenPolicy of your service.
     */
    getTokenPolicy(input: Input<'getTokenPolicy'>, options?: CallOptions): Promise<Output<'getTokenPolicy'>>;
    /**
     * Set the token policy.
     *
     * Allows or forbids that members and guests create personal access tokens of their own. Tokens that exist are not
     * affected: list and revoke them.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/tokens/updateTokenPolicy of your service.
     */
    updateTokenPolicy(input: Input<'updateTokenPolicy'>, options?: CallOptions): Promise<Output<'updateTokenPolicy'>>;
    /**
     * Get the rate limits and quotas.
     *
     * Returns the rate limits of each credential and of the workspace, and the quotas with their current usage. To
     * see how many requests are left, read the `RateLimit` header of any response.
     *
     *
     *
     * See /docs/workspaces/getLimits of your service.
     */
    getLimits(input: Input<'getLimits'>, options?: CallOptions): Promise<Output<'getLimits'>>;
    /**
     * Get notification preferences.
     *
     * Returns how the caller is told of each kind of news of the workspace: by mail, and by notifications.
     *
     * Required scopes: `stories:read`. Requires a person: service accounts cannot call it.
     *
     * See /docs/notifications/getNotificationPreferences of your service.
     */
    getNotificationPreferences(input: Input<'getNotificationPreferences'>, options?: CallOptions): Promise<Output<'getNotificationPreferences'>>;
    /**
     * Change notification preferences.
     *
     * Changes how the caller is told of the kinds that are named. Applies to what is told from then on; mail chosen
     * here is the same as on the page that mails link.
     *
     * Required scopes: `stories:read`. Requires a person: service accounts cannot call it.
     *
     * See /docs/notifications/updateNotificationPreferences of your service.
     */
    updateNotificationPreferences(input: Input<'updateNotificationPreferences'>, options?: CallOptions): Promise<Output<'updateNotificationPreferences'>>;
    /**
     * List joined teams.
     *
     * Returns the teams that the caller has joined and the credential can access, ordered by name, then id.
     *
     * Required scopes: `teams:read`. Preview for personal access tokens: it may accept more kinds of principals in
     * the future.
     *
     * See /docs/teams/listTeams of your service.
     */
    listTeams(input: Input<'listTeams'>, options?: CallOptions): Promise<Output<'listTeams'>>;
    /**
     * Create a team.
     *
     * Creates a team with the statuses Backlog, To Do, In Progress, Done and Cancelled. The caller becomes its first
     * member, or its first service account.
     *
     * Required scopes: `teams:write`. Minimum role: admin.
     *
     * See /docs/teams/createTeam of your service.
     */
    createTeam(input: Input<'createTeam'>, options?: CallOptions): Promise<Output<'createTeam'>>;
    /**
     * List joinable teams.
     *
     * Returns the public teams that the caller has not joined, ordered by name, then id. Private teams are not
     * listed.
     *
     * Required scopes: `teams:read`. Minimum role: member. Requires a person: service accounts cannot call it.
     *
     * See /docs/teams/listJoinableTeams of your service.
     */
    listJoinableTeams(input: Input<'listJoinableTeams'>, options?: CallOptions): Promise<Output<'listJoinableTeams'>>;
    /**
     * Get a joined team.
     *
     * Returns a team that the caller has joined. Other teams return 404; listJoinableTeams returns those that the
     * caller can join.
     *
     * Required scopes: `teams:read`.
     *
     * See /docs/teams/getTeam of your service.
     */
    getTeam(input: Input<'getTeam'>, options?: CallOptions): Promise<Output<'getTeam'>>;
    /**
     * Update a team.
     *
     * The code can be changed only until a story has used it. After a change of estimateScheme, existing estimates
     * stay until a story is re-estimated. A private team can be updated only by an admin who is a member, a public
     * team by any admin.
     *
     * Required scopes: `teams:write`. Minimum role: admin.
     *
     * See /docs/teams/updateTeam of your service.
     */
    updateTeam(input: Input<'updateTeam'>, options?: CallOptions): Promise<Output<'updateTeam'>>;
    /**
     * Delete a team.
     *
     * Permanently deletes a team with its settings, such as statuses, labels and views. Fails while work is in it,
     * such as stories (including archived ones), sprints or objectives, while it has service accounts or other
     * members than the caller, and for one minute after a story was created. A code that stories have used stays
     * reserved.
     *
     * Required scopes: `teams:write`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/teams/deleteTeam of your service.
     */
    deleteTeam(input: Input<'deleteTeam'>, options?: CallOptions): Promise<Output<'deleteTeam'>>;
    /**
     * Join a public team.
     *
     * Repeating the call has no effect. Private teams cannot be joined; a member must add you.
     *
     * Required scopes: `teams:write`. Minimum role: member. Requires a person: service accounts cannot call it.
     *
     * See /docs/teams/joinTeam of your service.
     */
    joinTeam(input: Input<'joinTeam'>, options?: CallOptions): Promise<Output<'joinTeam'>>;
    /**
     * Leave a team.
     *
     * Removes the caller from a team. Their assignments stay. To return to a private team, they must be added again.
     *
     * Required scopes: `teams:write`. Requires a person: service accounts cannot call it.
     *
     * See /docs/teams/leaveTeam of your service.
     */
    leaveTeam(input: Input<'leaveTeam'>, options?: CallOptions): Promise<Output<'leaveTeam'>>;
    /**
     * Add a member to a team.
     *
     * Adds a workspace member to a team. Only an admin who is a member of a private team can add others to it.
     * Repeating the call has no effect.
     *
     * Required scopes: `teams:write`. Minimum role: admin.
     *
     * See /docs/teams/addTeamMember of your service.
     */
    addTeamMember(input: Input<'addTeamMember'>, options?: CallOptions): Promise<Output<'addTeamMember'>>;
    /**
     * Remove a member from a team.
     *
     * Removes a member from a team. Only an admin who is a member of a private team can remove others from it. The
     * member's assignments stay.
     *
     * Required scopes: `teams:write`. Minimum role: admin.
     *
     * See /docs/teams/removeTeamMember of your service.
     */
    removeTeamMember(input: Input<'removeTeamMember'>, options?: CallOptions): Promise<Output<'removeTeamMember'>>;
    /**
     * List labels.
     *
     * Returns the workspace's labels and those of the caller's teams; with teamId, the labels available to that
     * team's stories. With ids, returns the listed labels that the caller can see, including archived ones unless
     * archived is sent.
     *
     * Required scopes: `labels:read`.
     *
     * See /docs/labels/listLabels of your service.
     */
    listLabels(input: Input<'listLabels'>, options?: CallOptions): Promise<Output<'listLabels'>>;
    /**
     * Create a label.
     *
     * Creates a label for one team or, without teamId, for the whole workspace.
     *
     * Required scopes: `labels:write`. Minimum role: member.
     *
     * See /docs/labels/createLabel of your service.
     */
    createLabel(input: Input<'createLabel'>, options?: CallOptions): Promise<Output<'createLabel'>>;
    /**
     * Get a label.
     *
     * Also returns archived labels, so that every label on a story can be resolved.
     *
     * Required scopes: `labels:read`.
     *
     * See /docs/labels/getLabel of your service.
     */
    getLabel(input: Input<'getLabel'>, options?: CallOptions): Promise<Output<'getLabel'>>;
    /**
     * Update a label.
     *
     * Renames or recolors a label. The change shows on every story that has it.
     *
     * Required scopes: `labels:write`. Minimum role: member.
     *
     * See /docs/labels/updateLabel of your service.
     */
    updateLabel(input: Input<'updateLabel'>, options?: CallOptions): Promise<Output<'updateLabel'>>;
    /**
     * Archive a label.
     *
     * Hides a label from lists and prevents adding it to more stories. Stories that have it keep it, and getLabel
     * still returns it. Its name becomes available. Labels cannot be deleted. Repeating the call has no effect.
     *
     * Required scopes: `labels:write`. Minimum role: member.
     *
     * See /docs/labels/archiveLabel of your service.
     */
    archiveLabel(input: Input<'archiveLabel'>, options?: CallOptions): Promise<Output<'archiveLabel'>>;
    /**
     * Unarchive a label.
     *
     * Makes an archived label available to stories again, unless another label has taken its name. Repeating the call
     * has no effect.
     *
     * Required scopes: `labels:write`. Minimum role: member.
     *
     * See /docs/labels/unarchiveLabel of your service.
     */
    unarchiveLabel(input: Input<'unarchiveLabel'>, options?: CallOptions): Promise<Output<'unarchiveLabel'>>;
    /**
     * List audit events.
     *
     * Returns administrative and security acts, newest first: changes of members, roles, teams, tokens, keys, webhook
     * endpoints and portals, sign-ins, failed ones and sign-outs, passwords, and what applications were allowed. Acts
     * through the API are there with their response, sign-ins and what people do on their account page within
     * moments. Filters apply together; with several of them, a page may end early. With sort=timestamp,
     * meta.resumeCursor continues later, with the same parameters but for limit: entries of the last five minutes
     * before it come again, so discard repetitions by id.
     *
     * Required scopes: `audit:read`. Minimum role: admin.
     *
     * See /docs/audit-trail/listAuditEvents of your service.
     */
    listAuditEvents(input: Input<'listAuditEvents'>, options?: CallOptions): Promise<Output<'listAuditEvents'>>;
    /**
     * List change sets.
     *
     * Returns what was changed together since a time, by default a day ago, newest first: to see in the morning what
     * an agent did in a night. Counts only what the caller may see. A page can end early, and a set of thousands of
     * changes, or one that others interrupted, can be on the next page again with the rest of its counts.
     *
     *
     *
     * See /docs/changes/listChangeSets of your service.
     */
    listChangeSets(input: Input<'listChangeSets'>, options?: CallOptions): Promise<Output<'listChangeSets'>>;
    /**
     * Get a change set.
     *
     * Returns what was changed together: by requests with the same Change-Set header, by a bulk request, or by one
     * other request. It appears within moments, shows what the caller may see, and is kept for 30 days.
     *
     *
     *
     * See /docs/changes/getChangeSet of your service.
     */
    getChangeSet(input: Input<'getChangeSet'>, options?: CallOptions): Promise<Output<'getChangeSet'>>;
    /**
     * Revert a change set.
     *
     * Gives fields their former values, deletes what was created, or archives labels, custom fields and statuses, and
     * restores deleted stories, comments and relations, by the ordinary operations and with the rights of the caller.
     * What was changed since is kept and listed in conflicts, what cannot be reverted in irreversible. The reversal
     * is a change set of its own. One that takes longer than its request, or has more than 500 resources, goes on in
     * a job: 202 with its id, for getJob. A dry run changes nothing.
     *
     * Counts as 10 requests in the rate limits.
     *
     * See /docs/changes/revertChangeSet of your service.
     */
    revertChangeSet(input: Input<'revertChangeSet'>, options?: CallOptions): Promise<Output<'revertChangeSet'>>;
    /**
     * Revert what an actor changed.
     *
     * Reverts, like revertChangeSet, all that a member or service account changed since a time, in however many
     * change sets: a whole night of an agent.
     *
     * Counts as 10 requests in the rate limits.
     *
     * See /docs/changes/revertChanges of your service.
     */
    revertChanges(input: Input<'revertChanges'>, options?: CallOptions): Promise<Output<'revertChanges'>>;
    /**
     * Get a job.
     *
     * Returns how far a job of the caller is that a request was answered with (202), and what all of it did so far:
     * `done` when it has ended, `failed` with the reason in `problem`. Kept for 30 days.
     *
     *
     *
     * See /docs/changes/getJob of your service.
     */
    getJob(input: Input<'getJob'>, options?: CallOptions): Promise<Output<'getJob'>>;
    /**
     * List rules.
     *
     * Returns rules of the caller's teams, and to admins those of the workspace, newest first.
     *
     * Required scopes: `rules:read`. Minimum role: member.
     *
     * See /docs/rules/listRules of your service.
     */
    listRules(input: Input<'listRules'>, options?: CallOptions): Promise<Output<'listRules'>>;
    /**
     * Create a rule.
     *
     * Has operations of planning and feedback run when something happens, or on a schedule, with the rights that
     * runAs has then. Members make rules of their teams, admins those of the workspace, which can have 100. A rule
     * does not see what it did itself; at most 5 rules follow from each other; more than 100 runs a minute wait; 20
     * failures in a row disable it. previewRule says beforehand what it would have done.
     *
     * Required scopes: `rules:write`. Minimum role: member.
     *
     * See /docs/rules/createRule of your service.
     */
    createRule(input: Input<'createRule'>, options?: CallOptions): Promise<Output<'createRule'>>;
    /**
     * Preview a rule.
     *
     * Says what a rule would have done: each event of the last days goes the way that it goes when the rule is made,
     * but nothing is written. Stories are compared with `if` as events had them then; what would change, what would
     * be refused, and the stories of a schedule are seen from now.
     *
     * Required scopes: `rules:read`. Minimum role: member. Counts as 10 requests in the rate limits.
     *
     * See /docs/rules/previewRule of your service.
     */
    previewRule(input: Input<'previewRule'>, options?: CallOptions): Promise<Output<'previewRule'>>;
    /**
     * Get a rule.
     *
     * Returns a rule and how often it ran.
     *
     * Required scopes: `rules:read`. Minimum role: member.
     *
     * See /docs/rules/getRule of your service.
     */
    getRule(input: Input<'getRule'>, options?: CallOptions): Promise<Output<'getRule'>>;
    /**
     * Update a rule.
     *
     * Changes a rule, or switches it on or off. Who changes more than its name, or switches it on, has to be whom it
     * acts as, manage that service account, or set runAs to themselves: it acts with the scopes of their credential
     * from then on.
     *
     * Required scopes: `rules:write`. Minimum role: member.
     *
     * See /docs/rules/updateRule of your service.
     */
    updateRule(input: Input<'updateRule'>, options?: CallOptions): Promise<Output<'updateRule'>>;
    /**
     * Delete a rule.
     *
     * Ends a rule; what it did stays. revertRule takes that back, before.
     *
     * Required scopes: `rules:write`. Minimum role: member.
     *
     * See /docs/rules/deleteRule of your service.
     */
    deleteRule(input: Input<'deleteRule'>, options?: CallOptions): Promise<Output<'deleteRule'>>;
    /**
     * List runs of a rule.
     *
     * Returns what a rule did, newest first, for 30 days: also why a run failed, and runs that were skipped since too
     * many rules followed from each other (`too_deep`), since the rule was disabled (`disabled`) or since they waited
     * for a day (`too_late`).
     *
     * Required scopes: `rules:read`. Minimum role: member.
     *
     * See /docs/rules/listRuleRuns of your service.
     */
    listRuleRuns(input: Input<'listRuleRuns'>, options?: CallOptions): Promise<Output<'listRuleRuns'>>;
    /**
     * Preview a rule that exists.
     *
     * Says, like previewRule, what a rule would have done, also one that is switched off.
     *
     * Required scopes: `rules:read`. Minimum role: member. Counts as 10 requests in the rate limits.
     *
     * See /docs/rules/previewStoredRule of your service.
     */
    previewStoredRule(input: Input<'previewStoredRule'>, options?: CallOptions): Promise<Output<'previewStoredRule'>>;
    /**
     * Revert what a rule did.
     *
     * Takes back, like revertChangeSet and with the rights of the caller, all that a rule did since a time. What was
     * changed since is kept and listed in conflicts.
     *
     * Required scopes: `rules:write`. Minimum role: member. Counts as 10 requests in the rate limits.
     *
     * See /docs/rules/revertRule of your service.
     */
    revertRule(input: Input<'revertRule'>, options?: CallOptions): Promise<Output<'revertRule'>>;
    /**
     * List proposals.
     *
     * Returns the proposals that the caller can see, newest first: those that concern no team that they are not in. A
     * page can end early.
     *
     * Required scopes: `proposals:read`.
     *
     * See /docs/proposals/listProposals of your service.
     */
    listProposals(input: Input<'listProposals'>, options?: CallOptions): Promise<Output<'listProposals'>>;
    /**
     * Get a proposal.
     *
     * Returns a proposal with each of its changes: the resource as it is and as it would be.
     *
     * Required scopes: `proposals:read`.
     *
     * See /docs/proposals/getProposal of your service.
     */
    getProposal(input: Input<'getProposal'>, options?: CallOptions): Promise<Output<'getProposal'>>;
    /**
     * Accept a proposal.
     *
     * Makes the changes of an open proposal of somebody else, or those that `changes` names, by the ordinary
     * operations, in their order and with the rights of the caller, as one change set. What has changed since, or
     * what the caller may not do, is listed in conflicts, and the rest is applied. If nothing could be applied, the
     * proposal stays open. A dry run changes nothing.
     *
     * Required scopes: `proposals:read`. Minimum role: member. Requires a person: service accounts cannot call it.
     * Counts as 10 requests in the rate limits.
     *
     * See /docs/proposals/acceptProposal of your service.
     */
    acceptProposal(input: Input<'acceptProposal'>, options?: CallOptions): Promise<Output<'acceptProposal'>>;
    /**
     * Reject a proposal.
     *
     * Ends an open proposal of somebody else: nothing of it is changed. They see the reason.
     *
     * Required scopes: `proposals:read`. Minimum role: member. Requires a person: service accounts cannot call it.
     *
     * See /docs/proposals/rejectProposal of your service.
     */
    rejectProposal(input: Input<'rejectProposal'>, options?: CallOptions): Promise<Output<'rejectProposal'>>;
    /**
     * Withdraw a proposal.
     *
     * Ends an open proposal of the caller: nothing of it is changed.
     *
     *
     *
     * See /docs/proposals/withdrawProposal of your service.
     */
    withdrawProposal(input: Input<'withdrawProposal'>, options?: CallOptions): Promise<Output<'withdrawProposal'>>;
    /**
     * List exports.
     *
     * Returns the caller's exports that have not expired, newest first.
     *
     * Required scopes: `workspace:read`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/exports/listExports of your service.
     */
    listExports(input: Input<'listExports'>, options?: CallOptions): Promise<Output<'listExports'>>;
    /**
     * Export the workspace.
     *
     * Begins to copy the workspace into files: all that the caller sees, archived or not, of all their teams or of
     * those in teamIds, as JSON Lines, with csv also as tables, and a manifest with counts and hashes. It is made in
     * the background; getExport shows how far it is, and getExportFile links to its files, for 7 days. What changes
     * meanwhile is in its changes, which follow everything else. Secrets are not in it, nor the bytes of attachments.
     *
     * Required scopes: `workspace:read`, `stories:read`. Minimum role: admin. Requires a person: service accounts
     * cannot call it. Counts as 20 requests in the rate limits.
     *
     * See /docs/exports/createExport of your service.
     */
    createExport(input: Input<'createExport'>, options?: CallOptions): Promise<Output<'createExport'>>;
    /**
     * Get an export.
     *
     * Returns an export of the caller: how far it is and, once it is ready, its files.
     *
     * Required scopes: `workspace:read`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/exports/getExport of your service.
     */
    getExport(input: Input<'getExport'>, options?: CallOptions): Promise<Output<'getExport'>>;
    /**
     * Delete an export.
     *
     * Deletes an export; one that is being made is stopped. No one gets links to its files any more, and the files
     * are deleted within 7 days.
     *
     * Required scopes: `workspace:read`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/exports/deleteExport of your service.
     */
    deleteExport(input: Input<'deleteExport'>, options?: CallOptions): Promise<Output<'deleteExport'>>;
    /**
     * Get a link to a file of an export.
     *
     * Returns a link to a file that is valid for five minutes for anyone who has it. Only who is still in all teams
     * of the export gets one.
     *
     * Required scopes: `workspace:read`, `stories:read`. Minimum role: admin. Requires a person: service accounts
     * cannot call it.
     *
     * See /docs/exports/getExportFile of your service.
     */
    getExportFile(input: Input<'getExportFile'>, options?: CallOptions): Promise<Output<'getExportFile'>>;
    /**
     * Get the caller.
     *
     * Returns the principal, rights and workspace of the credential. Requires no scope. With an OAuth access token,
     * call listWorkspaces instead.
     *
     *
     *
     * See /docs/workspaces/getCaller of your service.
     */
    getCaller(input?: Input<'getCaller'>, options?: CallOptions): Promise<Output<'getCaller'>>;
    /**
     * Get a principal.
     *
     * Resolves the id of a reporter or author to a name. The principal is a member, a service account or a visitor of
     * a portal, and may have been removed or deleted since. Guests can see themselves, the members and service
     * accounts of their teams, and principals that were removed.
     *
     * Required scopes: `members:read`.
     *
     * See /docs/members/getPrincipal of your service.
     */
    getPrincipal(input: Input<'getPrincipal'>, options?: CallOptions): Promise<Output<'getPrincipal'>>;
    /**
     * List members.
     *
     * Returns the people in the workspace or, with teamId, in one team. With ids, returns the listed members that the
     * caller can see, including removed ones. Without ids, removed members are not listed, also not with
     * updatedSince: listChanges tells of a removal as member.deleted. Guests must send teamId or ids.
     *
     * Required scopes: `members:read`.
     *
     * See /docs/members/listMembers of your service.
     */
    listMembers(input: Input<'listMembers'>, options?: CallOptions): Promise<Output<'listMembers'>>;
    /**
     * Add a member.
     *
     * Adds a person by email address, or by name only to invite them later (for example the reporter of imported
     * stories). The person gets a mail that leads to their account page, where they accept or decline; not if the
     * operator adds them, or mail to the address has bounced. A workspace sends 100 invitations a day, further ones
     * within seven days or not at all. New members have no teams. A former member gets their previous id back, but
     * not their tokens. The operator can create tokens for the member immediately; clients that act for a person
     * across workspaces, such as an AI client, see the workspace once the person accepts.
     *
     * Required scopes: `members:write`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/members/addMember of your service.
     */
    addMember(input: Input<'addMember'>, options?: CallOptions): Promise<Output<'addMember'>>;
    /**
     * Get a member.
     *
     * Also returns removed members, so that everyone named in stories and comments can be resolved. Guests can see
     * themselves and the members of their teams.
     *
     * Required scopes: `members:read`.
     *
     * See /docs/members/getMember of your service.
     */
    getMember(input: Input<'getMember'>, options?: CallOptions): Promise<Output<'getMember'>>;
    /**
     * Update a member.
     *
     * Updates the name or the role; a new role takes effect with the next request. The last admin must remain an
     * admin. Setting the email address of a member without one invites that person, by mail as `addMember` does.
     *
     * Required scopes: `members:write`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/members/updateMember of your service.
     */
    updateMember(input: Input<'updateMember'>, options?: CallOptions): Promise<Output<'updateMember'>>;
    /**
     * Remove a member.
     *
     * Removes a person from all teams and from the workspace. Their tokens are permanently revoked, even if they are
     * added again. Stories and comments keep naming them, and getMember still returns them. The last admin cannot be
     * removed.
     *
     * Required scopes: `members:write`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/members/removeMember of your service.
     */
    removeMember(input: Input<'removeMember'>, options?: CallOptions): Promise<Output<'removeMember'>>;
    /**
     * Leave the workspace.
     *
     * Removes the caller from all teams and from the workspace, or declines an invitation. All of their tokens for
     * the workspace are revoked, including the one used for this request, so a repeat returns 401. The last admin
     * cannot leave.
     *
     * Required scopes: `members:write`. Requires a person: service accounts cannot call it.
     *
     * See /docs/members/leaveWorkspace of your service.
     */
    leaveWorkspace(input: Input<'leaveWorkspace'>, options?: CallOptions): Promise<Output<'leaveWorkspace'>>;
    /**
     * List personal access tokens.
     *
     * Returns the caller's tokens, including revoked and expired ones. Admins can list those of any member. Secrets
     * are never returned.
     *
     * Required scopes: `tokens:manage`. Requires a person: service accounts cannot call it.
     *
     * See /docs/tokens/listTokens of your service.
     */
    listTokens(input: Input<'listTokens'>, options?: CallOptions): Promise<Output<'listTokens'>>;
    /**
     * Create a personal access token.
     *
     * Creates a token for the caller and returns its secret in `token`, in this response only. The token cannot have
     * scopes or teams that the caller's own token lacks. People create their own tokens, here or on their account
     * page: no one else sees a secret. An admin can create one for a member who has not accepted yet, such as a bot
     * without an account; it ends when they accept. An admin can forbid new ones with updateTokenPolicy; admins
     * always may. A repeat with the same Idempotency-Key does not return the secret: revoke the token and create
     * another.
     *
     * Required scopes: `tokens:manage`. Requires a person: service accounts cannot call it.
     *
     * See /docs/tokens/createToken of your service.
     */
    createToken(input: Input<'createToken'>, options?: CallOptions): Promise<Output<'createToken'>>;
    /**
     * Revoke a personal access token.
     *
     * Revokes one of the caller's tokens immediately, even the one used for this request, and returns it with
     * revokedAt; lists still show it. Admins can revoke those of any member. Repeating the call has no effect.
     *
     * Required scopes: `tokens:manage`. Requires a person: service accounts cannot call it.
     *
     * See /docs/tokens/revokeToken of your service.
     */
    revokeToken(input: Input<'revokeToken'>, options?: CallOptions): Promise<Output<'revokeToken'>>;
    /**
     * List service accounts.
     *
     * Returns the service accounts of the workspace, newest first.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/service-accounts/listServiceAccounts of your service.
     */
    listServiceAccounts(input: Input<'listServiceAccounts'>, options?: CallOptions): Promise<Output<'listServiceAccounts'>>;
    /**
     * Create a service account.
     *
     * Creates a service account in teams that the caller is a member of, with scopes that the caller has too.
     * Programs authenticate with its keys, or as its OAuth client. It can be assigned stories of its teams, and
     * comments under its name and picture.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/service-accounts/createServiceAccount of your service.
     */
    createServiceAccount(input: Input<'createServiceAccount'>, options?: CallOptions): Promise<Output<'createServiceAccount'>>;
    /**
     * Get a service account.
     *
     * Also returns deleted service accounts, so that the reporter of every story can be resolved.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/service-accounts/getServiceAccount of your service.
     */
    getServiceAccount(input: Input<'getServiceAccount'>, options?: CallOptions): Promise<Output<'getServiceAccount'>>;
    /**
     * Update a service account.
     *
     * Changes name, picture, scopes or teams, provided that expectedUpdatedAt is the account's current updatedAt.
     * Added scopes must be the caller's too. Keys remain valid; from the next request on, they can do no more than
     * the account.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/service-accounts/updateServiceAccount of your service.
     */
    updateServiceAccount(input: Input<'updateServiceAccount'>, options?: CallOptions): Promise<Output<'updateServiceAccount'>>;
    /**
     * Delete a service account.
     *
     * Deletes a service account and revokes all its keys. Stories keep it as their reporter, and getServiceAccount
     * still returns it.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/service-accounts/deleteServiceAccount of your service.
     */
    deleteServiceAccount(input: Input<'deleteServiceAccount'>, options?: CallOptions): Promise<Output<'deleteServiceAccount'>>;
    /**
     * Add a service account to a team.
     *
     * The caller must be a member of the team. All keys of the account that are not restricted to teams can access
     * the team immediately. Repeating the call has no effect.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/service-accounts/addServiceAccountTeam of your service.
     */
    addServiceAccountTeam(input: Input<'addServiceAccountTeam'>, options?: CallOptions): Promise<Output<'addServiceAccountTeam'>>;
    /**
     * Remove a service account from a team.
     *
     * The caller must be a member of the team. The account's keys can no longer access it.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/service-accounts/removeServiceAccountTeam of your service.
     */
    removeServiceAccountTeam(input: Input<'removeServiceAccountTeam'>, options?: CallOptions): Promise<Output<'removeServiceAccountTeam'>>;
    /**
     * Register the OAuth client of a service account.
     *
     * Registers public keys with which the account gets access tokens for MCP and the API by the client credentials
     * grant with private_key_jwt. Replaces earlier keys: tokens that they obtained stop working with the next
     * request. Tokens have all scopes and teams of the account, so the caller must have them too. The client ends
     * with the account.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/service-accounts/registerServiceAccountClient of your service.
     */
    registerServiceAccountClient(input: Input<'registerServiceAccountClient'>, options?: CallOptions): Promise<Output<'registerServiceAccountClient'>>;
    /**
     * List service-account keys.
     *
     * Includes revoked and expired keys. Secrets are never returned.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/service-accounts/listServiceAccountKeys of your service.
     */
    listServiceAccountKeys(input: Input<'listServiceAccountKeys'>, options?: CallOptions): Promise<Output<'listServiceAccountKeys'>>;
    /**
     * Create a service-account key.
     *
     * Creates a key and returns its secret in `token`, in this response only. The key cannot have scopes or teams
     * that the caller's own token lacks; set teamRestriction if the account belongs to a team that the caller is not
     * in. A repeat with the same Idempotency-Key does not return the secret: revoke the key and create another.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/service-accounts/createServiceAccountKey of your service.
     */
    createServiceAccountKey(input: Input<'createServiceAccountKey'>, options?: CallOptions): Promise<Output<'createServiceAccountKey'>>;
    /**
     * Revoke a service-account key.
     *
     * Revokes a key immediately, and returns it with revokedAt; lists still show it. Repeating the call has no
     * effect.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/service-accounts/revokeServiceAccountKey of your service.
     */
    revokeServiceAccountKey(input: Input<'revokeServiceAccountKey'>, options?: CallOptions): Promise<Output<'revokeServiceAccountKey'>>;
    /**
     * List identity providers.
     *
     * Returns the identity providers of the workspace, by id, verified or not.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/identity-providers/listIdentityProviders of your service.
     */
    listIdentityProviders(input: Input<'listIdentityProviders'>, options?: CallOptions): Promise<Output<'listIdentityProviders'>>;
    /**
     * Get an identity provider.
     *
     * Returns the provider with the DNS records that verify its domains.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/identity-providers/getIdentityProvider of your service.
     */
    getIdentityProvider(input: Input<'getIdentityProvider'>, options?: CallOptions): Promise<Output<'getIdentityProvider'>>;
    /**
     * Set an identity provider.
     *
     * Creates or replaces a provider under an id of your choice. It counts for nothing until verifyIdentityProvider
     * has found the DNS records in `verification`, or the operator has confirmed it; another issuer or domain needs
     * that anew. A change ends the tokens that were issued by the provider's assertions before.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/identity-providers/putIdentityProvider of your service.
     */
    putIdentityProvider(input: Input<'putIdentityProvider'>, options?: CallOptions): Promise<Output<'putIdentityProvider'>>;
    /**
     * Delete an identity provider.
     *
     * Ends the trust in a provider: tokens issued by its assertions stop working with the next request.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/identity-providers/deleteIdentityProvider of your service.
     */
    deleteIdentityProvider(input: Input<'deleteIdentityProvider'>, options?: CallOptions): Promise<Output<'deleteIdentityProvider'>>;
    /**
     * Verify an identity provider.
     *
     * Looks up the DNS TXT records in `verification`. If each domain has its record, the provider counts from now on;
     * repeating the call has no effect.
     *
     * Required scopes: `tokens:manage`. Minimum role: admin. Requires a person: service accounts cannot call it.
     *
     * See /docs/identity-providers/verifyIdentityProvider of your service.
     */
    verifyIdentityProvider(input: Input<'verifyIdentityProvider'>, options?: CallOptions): Promise<Output<'verifyIdentityProvider'>>;
}
