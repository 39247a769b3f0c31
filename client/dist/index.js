// src/generated/table.ts
var table = {
  "createStory": "POST /api/v1/workspaces/{workspaceId}/stories",
  "getStory": "GET /api/v1/workspaces/{workspaceId}/stories/{storyId}",
  "getStoryByReference": "GET /api/v1/workspaces/{workspaceId}/stories-by-reference/{reference}",
  "updateStory": "PATCH /api/v1/workspaces/{workspaceId}/stories/{storyId}",
  "archiveStory": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/archive",
  "unarchiveStory": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/unarchive",
  "deleteStory": "DELETE /api/v1/workspaces/{workspaceId}/stories/{storyId}",
  "restoreStory": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/restore",
  "bulkCreateStories": "POST /api/v1/workspaces/{workspaceId}/bulk/stories",
  "bulkUpdateStories": "PATCH /api/v1/workspaces/{workspaceId}/bulk/stories",
  "listRelations": "GET /api/v1/workspaces/{workspaceId}/stories/{storyId}/relations",
  "createRelation": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/relations",
  "deleteRelation": "DELETE /api/v1/workspaces/{workspaceId}/stories/{storyId}/relations/{relationId}",
  "restoreRelation": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/relations/{relationId}/restore",
  "bulkCreateRelations": "POST /api/v1/workspaces/{workspaceId}/bulk/relations",
  "claimStory": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/claim",
  "renewStoryClaim": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/claim/renew",
  "releaseStoryClaim": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/claim/release",
  "listWorkspaces": "GET /api/v1/workspaces",
  "listObjectives": "GET /api/v1/workspaces/{workspaceId}/objectives",
  "createObjective": "POST /api/v1/workspaces/{workspaceId}/objectives",
  "getObjective": "GET /api/v1/workspaces/{workspaceId}/objectives/{objectiveId}",
  "updateObjective": "PATCH /api/v1/workspaces/{workspaceId}/objectives/{objectiveId}",
  "deleteObjective": "DELETE /api/v1/workspaces/{workspaceId}/objectives/{objectiveId}",
  "listKeyResults": "GET /api/v1/workspaces/{workspaceId}/key-results",
  "createKeyResult": "POST /api/v1/workspaces/{workspaceId}/key-results",
  "getKeyResult": "GET /api/v1/workspaces/{workspaceId}/key-results/{keyResultId}",
  "updateKeyResult": "PATCH /api/v1/workspaces/{workspaceId}/key-results/{keyResultId}",
  "deleteKeyResult": "DELETE /api/v1/workspaces/{workspaceId}/key-results/{keyResultId}",
  "listObjectiveUpdates": "GET /api/v1/workspaces/{workspaceId}/objectives/{objectiveId}/updates",
  "createObjectiveUpdate": "POST /api/v1/workspaces/{workspaceId}/objectives/{objectiveId}/updates",
  "getObjectiveUpdate": "GET /api/v1/workspaces/{workspaceId}/objectives/{objectiveId}/updates/{objectiveUpdateId}",
  "updateObjectiveUpdate": "PATCH /api/v1/workspaces/{workspaceId}/objectives/{objectiveId}/updates/{objectiveUpdateId}",
  "deleteObjectiveUpdate": "DELETE /api/v1/workspaces/{workspaceId}/objectives/{objectiveId}/updates/{objectiveUpdateId}",
  "listTeamObjectiveUpdates": "GET /api/v1/workspaces/{workspaceId}/objective-updates",
  "listSprints": "GET /api/v1/workspaces/{workspaceId}/sprints",
  "createSprint": "POST /api/v1/workspaces/{workspaceId}/sprints",
  "getSprint": "GET /api/v1/workspaces/{workspaceId}/sprints/{sprintId}",
  "updateSprint": "PATCH /api/v1/workspaces/{workspaceId}/sprints/{sprintId}",
  "deleteSprint": "DELETE /api/v1/workspaces/{workspaceId}/sprints/{sprintId}",
  "updateSprintCadence": "PUT /api/v1/workspaces/{workspaceId}/teams/{teamId}/sprint-cadence",
  "getSprintCadence": "GET /api/v1/workspaces/{workspaceId}/teams/{teamId}/sprint-cadence",
  "listViews": "GET /api/v1/workspaces/{workspaceId}/views",
  "createView": "POST /api/v1/workspaces/{workspaceId}/views",
  "getView": "GET /api/v1/workspaces/{workspaceId}/views/{viewId}",
  "updateView": "PATCH /api/v1/workspaces/{workspaceId}/views/{viewId}",
  "deleteView": "DELETE /api/v1/workspaces/{workspaceId}/views/{viewId}",
  "listCustomFields": "GET /api/v1/workspaces/{workspaceId}/custom-fields",
  "createCustomField": "POST /api/v1/workspaces/{workspaceId}/custom-fields",
  "getCustomField": "GET /api/v1/workspaces/{workspaceId}/custom-fields/{customFieldId}",
  "updateCustomField": "PATCH /api/v1/workspaces/{workspaceId}/custom-fields/{customFieldId}",
  "archiveCustomField": "POST /api/v1/workspaces/{workspaceId}/custom-fields/{customFieldId}/archive",
  "unarchiveCustomField": "POST /api/v1/workspaces/{workspaceId}/custom-fields/{customFieldId}/unarchive",
  "listAgentSessions": "GET /api/v1/workspaces/{workspaceId}/agent-sessions",
  "getAgentSession": "GET /api/v1/workspaces/{workspaceId}/agent-sessions/{agentSessionId}",
  "listAgentActivities": "GET /api/v1/workspaces/{workspaceId}/agent-sessions/{agentSessionId}/activities",
  "createAgentActivity": "POST /api/v1/workspaces/{workspaceId}/agent-sessions/{agentSessionId}/activities",
  "search": "GET /api/v1/workspaces/{workspaceId}/search",
  "listStories": "GET /api/v1/workspaces/{workspaceId}/stories",
  "getStorySummary": "GET /api/v1/workspaces/{workspaceId}/story-summary",
  "listViewStories": "GET /api/v1/workspaces/{workspaceId}/views/{viewId}/stories",
  "claimNextStories": "POST /api/v1/workspaces/{workspaceId}/stories/claim",
  "listSimilarStories": "GET /api/v1/workspaces/{workspaceId}/stories/{storyId}/similar",
  "analyzeSprint": "GET /api/v1/workspaces/{workspaceId}/sprints/{sprintId}/analysis",
  "analyzeObjective": "GET /api/v1/workspaces/{workspaceId}/objectives/{objectiveId}/analysis",
  "analyzeWork": "GET /api/v1/workspaces/{workspaceId}/analysis",
  "getObjectiveForecast": "GET /api/v1/workspaces/{workspaceId}/objectives/{objectiveId}/forecast",
  "getSprintForecast": "GET /api/v1/workspaces/{workspaceId}/sprints/{sprintId}/forecast",
  "getSprintPlan": "GET /api/v1/workspaces/{workspaceId}/sprints/{sprintId}/plan",
  "getSprintReport": "GET /api/v1/workspaces/{workspaceId}/sprints/{sprintId}/report",
  "applySprintPlan": "POST /api/v1/workspaces/{workspaceId}/sprints/{sprintId}/plan",
  "previewPlan": "POST /api/v1/workspaces/{workspaceId}/plan/preview",
  "listRecurringStories": "GET /api/v1/workspaces/{workspaceId}/recurring-stories",
  "createRecurringStory": "POST /api/v1/workspaces/{workspaceId}/recurring-stories",
  "getRecurringStory": "GET /api/v1/workspaces/{workspaceId}/recurring-stories/{recurringStoryId}",
  "updateRecurringStory": "PATCH /api/v1/workspaces/{workspaceId}/recurring-stories/{recurringStoryId}",
  "deleteRecurringStory": "DELETE /api/v1/workspaces/{workspaceId}/recurring-stories/{recurringStoryId}",
  "getSchedule": "GET /api/v1/workspaces/{workspaceId}/schedule",
  "getStorySchedule": "GET /api/v1/workspaces/{workspaceId}/stories/{storyId}/schedule",
  "previewSchedule": "POST /api/v1/workspaces/{workspaceId}/schedule/preview",
  "getWorkingHours": "GET /api/v1/workspaces/{workspaceId}/members/{memberId}/working-hours",
  "updateWorkingHours": "PUT /api/v1/workspaces/{workspaceId}/members/{memberId}/working-hours",
  "listTimeOff": "GET /api/v1/workspaces/{workspaceId}/members/{memberId}/time-off",
  "createTimeOff": "POST /api/v1/workspaces/{workspaceId}/members/{memberId}/time-off",
  "deleteTimeOff": "DELETE /api/v1/workspaces/{workspaceId}/members/{memberId}/time-off/{timeOffId}",
  "listBusyTimes": "GET /api/v1/workspaces/{workspaceId}/members/{memberId}/busy",
  "createBusyTime": "POST /api/v1/workspaces/{workspaceId}/members/{memberId}/busy",
  "deleteBusyTime": "DELETE /api/v1/workspaces/{workspaceId}/members/{memberId}/busy/{busyTimeId}",
  "listBusyFeeds": "GET /api/v1/workspaces/{workspaceId}/members/{memberId}/busy-feeds",
  "createBusyFeed": "POST /api/v1/workspaces/{workspaceId}/members/{memberId}/busy-feeds",
  "deleteBusyFeed": "DELETE /api/v1/workspaces/{workspaceId}/members/{memberId}/busy-feeds/{busyFeedId}",
  "listCalendarFeeds": "GET /api/v1/workspaces/{workspaceId}/calendar-feeds",
  "createCalendarFeed": "POST /api/v1/workspaces/{workspaceId}/calendar-feeds",
  "deleteCalendarFeed": "DELETE /api/v1/workspaces/{workspaceId}/calendar-feeds/{calendarFeedId}",
  "listStoryTimeEntries": "GET /api/v1/workspaces/{workspaceId}/stories/{storyId}/time-entries",
  "createTimeEntry": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/time-entries",
  "getTimeEntry": "GET /api/v1/workspaces/{workspaceId}/stories/{storyId}/time-entries/{timeEntryId}",
  "updateTimeEntry": "PATCH /api/v1/workspaces/{workspaceId}/stories/{storyId}/time-entries/{timeEntryId}",
  "deleteTimeEntry": "DELETE /api/v1/workspaces/{workspaceId}/stories/{storyId}/time-entries/{timeEntryId}",
  "listTimeEntries": "GET /api/v1/workspaces/{workspaceId}/time-entries",
  "getTimeSpent": "GET /api/v1/workspaces/{workspaceId}/time-spent",
  "listStoryTemplates": "GET /api/v1/workspaces/{workspaceId}/story-templates",
  "createStoryTemplate": "POST /api/v1/workspaces/{workspaceId}/story-templates",
  "getStoryTemplate": "GET /api/v1/workspaces/{workspaceId}/story-templates/{storyTemplateId}",
  "updateStoryTemplate": "PATCH /api/v1/workspaces/{workspaceId}/story-templates/{storyTemplateId}",
  "deleteStoryTemplate": "DELETE /api/v1/workspaces/{workspaceId}/story-templates/{storyTemplateId}",
  "getTriageAddress": "GET /api/v1/workspaces/{workspaceId}/teams/{teamId}/triage-address",
  "createTriageAddress": "POST /api/v1/workspaces/{workspaceId}/teams/{teamId}/triage-address",
  "deleteTriageAddress": "DELETE /api/v1/workspaces/{workspaceId}/teams/{teamId}/triage-address",
  "listComments": "GET /api/v1/workspaces/{workspaceId}/stories/{storyId}/comments",
  "listWorkspaceComments": "GET /api/v1/workspaces/{workspaceId}/comments",
  "createComment": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/comments",
  "getComment": "GET /api/v1/workspaces/{workspaceId}/stories/{storyId}/comments/{commentId}",
  "updateComment": "PATCH /api/v1/workspaces/{workspaceId}/stories/{storyId}/comments/{commentId}",
  "deleteComment": "DELETE /api/v1/workspaces/{workspaceId}/stories/{storyId}/comments/{commentId}",
  "restoreComment": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/comments/{commentId}/restore",
  "watchStory": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/watch",
  "unwatchStory": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/unwatch",
  "listStoryLinks": "GET /api/v1/workspaces/{workspaceId}/stories/{storyId}/links",
  "createStoryLink": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/links",
  "getStoryLink": "GET /api/v1/workspaces/{workspaceId}/stories/{storyId}/links/{linkId}",
  "updateStoryLink": "PATCH /api/v1/workspaces/{workspaceId}/stories/{storyId}/links/{linkId}",
  "deleteStoryLink": "DELETE /api/v1/workspaces/{workspaceId}/stories/{storyId}/links/{linkId}",
  "listAttachments": "GET /api/v1/workspaces/{workspaceId}/stories/{storyId}/attachments",
  "createAttachment": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/attachments",
  "getAttachment": "GET /api/v1/workspaces/{workspaceId}/stories/{storyId}/attachments/{attachmentId}",
  "completeAttachment": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/attachments/{attachmentId}/complete",
  "getAttachmentDownload": "GET /api/v1/workspaces/{workspaceId}/stories/{storyId}/attachments/{attachmentId}/download",
  "deleteAttachment": "DELETE /api/v1/workspaces/{workspaceId}/stories/{storyId}/attachments/{attachmentId}",
  "listTriage": "GET /api/v1/workspaces/{workspaceId}/teams/{teamId}/triage",
  "triageStory": "POST /api/v1/workspaces/{workspaceId}/stories/{storyId}/triage",
  "listHooks": "GET /api/v1/workspaces/{workspaceId}/hooks",
  "createHook": "POST /api/v1/workspaces/{workspaceId}/hooks",
  "getHook": "GET /api/v1/workspaces/{workspaceId}/hooks/{hookId}",
  "updateHook": "PATCH /api/v1/workspaces/{workspaceId}/hooks/{hookId}",
  "deleteHook": "DELETE /api/v1/workspaces/{workspaceId}/hooks/{hookId}",
  "rotateHookSecret": "POST /api/v1/workspaces/{workspaceId}/hooks/{hookId}/rotate-secret",
  "listPortals": "GET /api/v1/workspaces/{workspaceId}/portals",
  "createPortal": "POST /api/v1/workspaces/{workspaceId}/portals",
  "getPortal": "GET /api/v1/workspaces/{workspaceId}/portals/{portalId}",
  "updatePortal": "PATCH /api/v1/workspaces/{workspaceId}/portals/{portalId}",
  "deletePortal": "DELETE /api/v1/workspaces/{workspaceId}/portals/{portalId}",
  "rotateCustomerSecret": "POST /api/v1/workspaces/{workspaceId}/portals/{portalId}/customer-secret/rotate",
  "deleteCustomerSecret": "DELETE /api/v1/workspaces/{workspaceId}/portals/{portalId}/customer-secret",
  "listFeedbackItems": "GET /api/v1/workspaces/{workspaceId}/portals/{portalId}/items",
  "createFeedbackItem": "POST /api/v1/workspaces/{workspaceId}/portals/{portalId}/items",
  "getFeedbackItem": "GET /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}",
  "updateFeedbackItem": "PATCH /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}",
  "deleteFeedbackItem": "DELETE /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}",
  "listFeedbackUpdates": "GET /api/v1/workspaces/{workspaceId}/portals/{portalId}/updates",
  "createFeedbackUpdate": "POST /api/v1/workspaces/{workspaceId}/portals/{portalId}/updates",
  "getFeedbackUpdate": "GET /api/v1/workspaces/{workspaceId}/portals/{portalId}/updates/{updateId}",
  "updateFeedbackUpdate": "PATCH /api/v1/workspaces/{workspaceId}/portals/{portalId}/updates/{updateId}",
  "deleteFeedbackUpdate": "DELETE /api/v1/workspaces/{workspaceId}/portals/{portalId}/updates/{updateId}",
  "publishFeedbackUpdate": "POST /api/v1/workspaces/{workspaceId}/portals/{portalId}/updates/{updateId}/publish",
  "withdrawFeedbackUpdate": "POST /api/v1/workspaces/{workspaceId}/portals/{portalId}/updates/{updateId}/withdraw",
  "createStoryFromFeedback": "POST /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}/stories",
  "listFeedbackComments": "GET /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}/comments",
  "createFeedbackComment": "POST /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}/comments",
  "updateFeedbackComment": "PATCH /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}/comments/{feedbackCommentId}",
  "deleteFeedbackComment": "DELETE /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}/comments/{feedbackCommentId}",
  "listFeedbackReactions": "GET /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}/reactions",
  "createFeedbackReaction": "POST /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}/reactions",
  "deleteFeedbackReaction": "DELETE /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}/reactions/{reactionId}",
  "mergeFeedbackItem": "POST /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}/merge",
  "unmergeFeedbackItem": "POST /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}/unmerge",
  "listFeedbackVotes": "GET /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}/votes",
  "createFeedbackVote": "POST /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}/votes",
  "deleteFeedbackVote": "DELETE /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}/votes/{voteId}",
  "listBannedVisitors": "GET /api/v1/workspaces/{workspaceId}/banned-visitors",
  "banVisitor": "POST /api/v1/workspaces/{workspaceId}/banned-visitors",
  "unbanVisitor": "DELETE /api/v1/workspaces/{workspaceId}/banned-visitors/{visitorId}",
  "listPortalImages": "GET /api/v1/workspaces/{workspaceId}/portals/{portalId}/images",
  "createPortalImage": "POST /api/v1/workspaces/{workspaceId}/portals/{portalId}/images",
  "createPortalImageUpload": "POST /api/v1/workspaces/{workspaceId}/portals/{portalId}/image-uploads",
  "deletePortalImage": "DELETE /api/v1/workspaces/{workspaceId}/portals/{portalId}/images/{imageId}",
  "listFeedbackImages": "GET /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}/images",
  "createFeedbackImage": "POST /api/v1/workspaces/{workspaceId}/portals/{portalId}/items/{itemId}/images",
  "listWebhooks": "GET /api/v1/workspaces/{workspaceId}/webhook-endpoints",
  "createWebhook": "POST /api/v1/workspaces/{workspaceId}/webhook-endpoints",
  "getWebhook": "GET /api/v1/workspaces/{workspaceId}/webhook-endpoints/{webhookId}",
  "updateWebhook": "PATCH /api/v1/workspaces/{workspaceId}/webhook-endpoints/{webhookId}",
  "deleteWebhook": "DELETE /api/v1/workspaces/{workspaceId}/webhook-endpoints/{webhookId}",
  "updateWebhookSubscriptions": "PUT /api/v1/workspaces/{workspaceId}/webhook-endpoints/{webhookId}/subscriptions",
  "rotateWebhookSecret": "POST /api/v1/workspaces/{workspaceId}/webhook-endpoints/{webhookId}/rotate-secret",
  "disableWebhook": "POST /api/v1/workspaces/{workspaceId}/webhook-endpoints/{webhookId}/disable",
  "enableWebhook": "POST /api/v1/workspaces/{workspaceId}/webhook-endpoints/{webhookId}/enable",
  "testWebhook": "POST /api/v1/workspaces/{workspaceId}/webhook-endpoints/{webhookId}/test",
  "listWebhookDeliveries": "GET /api/v1/workspaces/{workspaceId}/webhook-endpoints/{webhookId}/deliveries",
  "getWebhookDelivery": "GET /api/v1/workspaces/{workspaceId}/webhook-endpoints/{webhookId}/deliveries/{deliveryId}",
  "redeliverWebhookDelivery": "POST /api/v1/workspaces/{workspaceId}/webhook-endpoints/{webhookId}/deliveries/{deliveryId}/redeliver",
  "redeliverWebhookEvents": "POST /api/v1/workspaces/{workspaceId}/webhook-endpoints/{webhookId}/redeliver",
  "listChanges": "GET /api/v1/workspaces/{workspaceId}/changes",
  "listStoryHistory": "GET /api/v1/workspaces/{workspaceId}/stories/{storyId}/history",
  "listTimeEntryHistory": "GET /api/v1/workspaces/{workspaceId}/time-entries/{timeEntryId}/history",
  "listSprintHistory": "GET /api/v1/workspaces/{workspaceId}/sprints/{sprintId}/history",
  "listStoryTemplateHistory": "GET /api/v1/workspaces/{workspaceId}/story-templates/{storyTemplateId}/history",
  "listRecurringStoryHistory": "GET /api/v1/workspaces/{workspaceId}/recurring-stories/{recurringStoryId}/history",
  "listObjectiveHistory": "GET /api/v1/workspaces/{workspaceId}/objectives/{objectiveId}/history",
  "listNotifications": "GET /api/v1/workspaces/{workspaceId}/notifications",
  "countUnreadNotifications": "GET /api/v1/workspaces/{workspaceId}/notifications/unread-count",
  "markNotificationsRead": "POST /api/v1/workspaces/{workspaceId}/notifications/read",
  "getNotification": "GET /api/v1/workspaces/{workspaceId}/notifications/{notificationId}",
  "markNotificationRead": "POST /api/v1/workspaces/{workspaceId}/notifications/{notificationId}/read",
  "markNotificationUnread": "POST /api/v1/workspaces/{workspaceId}/notifications/{notificationId}/unread",
  "listStatuses": "GET /api/v1/workspaces/{workspaceId}/statuses",
  "createStatus": "POST /api/v1/workspaces/{workspaceId}/statuses",
  "getStatus": "GET /api/v1/workspaces/{workspaceId}/statuses/{statusId}",
  "updateStatus": "PATCH /api/v1/workspaces/{workspaceId}/statuses/{statusId}",
  "archiveStatus": "POST /api/v1/workspaces/{workspaceId}/statuses/{statusId}/archive",
  "unarchiveStatus": "POST /api/v1/workspaces/{workspaceId}/statuses/{statusId}/unarchive",
  "getWorkspace": "GET /api/v1/workspaces/{workspaceId}",
  "getTokenPolicy": "GET /api/v1/workspaces/{workspaceId}/token-policy",
  "updateTokenPolicy": "PUT /api/v1/workspaces/{workspaceId}/token-policy",
  "getLimits": "GET /api/v1/workspaces/{workspaceId}/limits",
  "getNotificationPreferences": "GET /api/v1/workspaces/{workspaceId}/notification-preferences",
  "updateNotificationPreferences": "PATCH /api/v1/workspaces/{workspaceId}/notification-preferences",
  "listTeams": "GET /api/v1/workspaces/{workspaceId}/teams",
  "listJoinableTeams": "GET /api/v1/workspaces/{workspaceId}/joinable-teams",
  "createTeam": "POST /api/v1/workspaces/{workspaceId}/teams",
  "getTeam": "GET /api/v1/workspaces/{workspaceId}/teams/{teamId}",
  "updateTeam": "PATCH /api/v1/workspaces/{workspaceId}/teams/{teamId}",
  "deleteTeam": "DELETE /api/v1/workspaces/{workspaceId}/teams/{teamId}",
  "joinTeam": "POST /api/v1/workspaces/{workspaceId}/teams/{teamId}/join",
  "leaveTeam": "POST /api/v1/workspaces/{workspaceId}/teams/{teamId}/leave",
  "addTeamMember": "POST /api/v1/workspaces/{workspaceId}/teams/{teamId}/members",
  "removeTeamMember": "DELETE /api/v1/workspaces/{workspaceId}/teams/{teamId}/members/{memberId}",
  "listLabels": "GET /api/v1/workspaces/{workspaceId}/labels",
  "createLabel": "POST /api/v1/workspaces/{workspaceId}/labels",
  "getLabel": "GET /api/v1/workspaces/{workspaceId}/labels/{labelId}",
  "updateLabel": "PATCH /api/v1/workspaces/{workspaceId}/labels/{labelId}",
  "archiveLabel": "POST /api/v1/workspaces/{workspaceId}/labels/{labelId}/archive",
  "unarchiveLabel": "POST /api/v1/workspaces/{workspaceId}/labels/{labelId}/unarchive",
  "listAuditEvents": "GET /api/v1/workspaces/{workspaceId}/audit-events",
  "listChangeSets": "GET /api/v1/workspaces/{workspaceId}/change-sets",
  "getChangeSet": "GET /api/v1/workspaces/{workspaceId}/change-sets/{changeSetId}",
  "revertChangeSet": "POST /api/v1/workspaces/{workspaceId}/change-sets/{changeSetId}/revert",
  "revertChanges": "POST /api/v1/workspaces/{workspaceId}/change-sets/revert",
  "getJob": "GET /api/v1/workspaces/{workspaceId}/jobs/{jobId}",
  "listRules": "GET /api/v1/workspaces/{workspaceId}/rules",
  "createRule": "POST /api/v1/workspaces/{workspaceId}/rules",
  "previewRule": "POST /api/v1/workspaces/{workspaceId}/rules/preview",
  "getRule": "GET /api/v1/workspaces/{workspaceId}/rules/{ruleId}",
  "updateRule": "PATCH /api/v1/workspaces/{workspaceId}/rules/{ruleId}",
  "deleteRule": "DELETE /api/v1/workspaces/{workspaceId}/rules/{ruleId}",
  "listRuleRuns": "GET /api/v1/workspaces/{workspaceId}/rules/{ruleId}/runs",
  "previewStoredRule": "POST /api/v1/workspaces/{workspaceId}/rules/{ruleId}/preview",
  "revertRule": "POST /api/v1/workspaces/{workspaceId}/rules/{ruleId}/revert",
  "listProposals": "GET /api/v1/workspaces/{workspaceId}/proposals",
  "getProposal": "GET /api/v1/workspaces/{workspaceId}/proposals/{proposalId}",
  "acceptProposal": "POST /api/v1/workspaces/{workspaceId}/proposals/{proposalId}/accept",
  "rejectProposal": "POST /api/v1/workspaces/{workspaceId}/proposals/{proposalId}/reject",
  "withdrawProposal": "POST /api/v1/workspaces/{workspaceId}/proposals/{proposalId}/withdraw",
  "listExports": "GET /api/v1/workspaces/{workspaceId}/exports",
  "createExport": "POST /api/v1/workspaces/{workspaceId}/exports",
  "getExport": "GET /api/v1/workspaces/{workspaceId}/exports/{exportId}",
  "getExportFile": "GET /api/v1/workspaces/{workspaceId}/exports/{exportId}/files/{fileName}",
  "deleteExport": "DELETE /api/v1/workspaces/{workspaceId}/exports/{exportId}",
  "getCaller": "GET /api/v1/me",
  "getPrincipal": "GET /api/v1/workspaces/{workspaceId}/principals/{principalId}",
  "listMembers": "GET /api/v1/workspaces/{workspaceId}/members",
  "addMember": "POST /api/v1/workspaces/{workspaceId}/members",
  "getMember": "GET /api/v1/workspaces/{workspaceId}/members/{memberId}",
  "updateMember": "PATCH /api/v1/workspaces/{workspaceId}/members/{memberId}",
  "removeMember": "DELETE /api/v1/workspaces/{workspaceId}/members/{memberId}",
  "leaveWorkspace": "POST /api/v1/workspaces/{workspaceId}/leave",
  "listTokens": "GET /api/v1/workspaces/{workspaceId}/tokens",
  "createToken": "POST /api/v1/workspaces/{workspaceId}/tokens",
  "revokeToken": "POST /api/v1/workspaces/{workspaceId}/tokens/{tokenId}/revoke",
  "listServiceAccounts": "GET /api/v1/workspaces/{workspaceId}/service-accounts",
  "createServiceAccount": "POST /api/v1/workspaces/{workspaceId}/service-accounts",
  "getServiceAccount": "GET /api/v1/workspaces/{workspaceId}/service-accounts/{serviceAccountId}",
  "updateServiceAccount": "PATCH /api/v1/workspaces/{workspaceId}/service-accounts/{serviceAccountId}",
  "deleteServiceAccount": "DELETE /api/v1/workspaces/{workspaceId}/service-accounts/{serviceAccountId}",
  "addServiceAccountTeam": "POST /api/v1/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/teams",
  "removeServiceAccountTeam": "DELETE /api/v1/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/teams/{teamId}",
  "registerServiceAccountClient": "POST /api/v1/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/oauth-client",
  "listServiceAccountKeys": "GET /api/v1/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/keys",
  "createServiceAccountKey": "POST /api/v1/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/keys",
  "revokeServiceAccountKey": "POST /api/v1/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/keys/{keyId}/revoke",
  "listIdentityProviders": "GET /api/v1/workspaces/{workspaceId}/identity-providers",
  "getIdentityProvider": "GET /api/v1/workspaces/{workspaceId}/identity-providers/{identityProviderId}",
  "putIdentityProvider": "PUT /api/v1/workspaces/{workspaceId}/identity-providers/{identityProviderId}",
  "verifyIdentityProvider": "POST /api/v1/workspaces/{workspaceId}/identity-providers/{identityProviderId}/verify",
  "deleteIdentityProvider": "DELETE /api/v1/workspaces/{workspaceId}/identity-providers/{identityProviderId}"
};

// src/continued.ts
function continued(input, id, cursor) {
  return { ...input, ...id === "listChanges" && { since: void 0 }, cursor };
}

// src/errors.ts
var PlotlineError = class extends Error {
  name = "PlotlineError";
  /** The HTTP status. */
  status;
  /** For programs, such as `not_found`. */
  code;
  /** What to do, in words. */
  hint;
  /** To be named when asking for help. */
  requestId;
  /** The fields that are not accepted. */
  fields;
  /** Everything that the response says of the error. */
  body;
  constructor(status, body) {
    super(body.hint === void 0 ? body.message : `${body.message} ${body.hint}`);
    this.status = status;
    this.code = body.code;
    this.hint = body.hint;
    this.requestId = body.requestId;
    this.fields = body.fields ?? [];
    this.body = body;
  }
};
var VersionConflict = class extends PlotlineError {
  name = "VersionConflict";
  /** The fields of the update whose value differs from the one sent; none if the change has already been made. */
  get changedFields() {
    return this.body["changedFields"] ?? [];
  }
  /** The version that the resource has now. */
  get currentUpdatedAt() {
    return this.body["currentUpdatedAt"];
  }
};
var CursorExpired = class extends PlotlineError {
  name = "CursorExpired";
};
function errorOf(status, json) {
  const { error } = json ?? {};
  const body = { code: "unknown", message: `The response has status ${status}.`, ...error };
  if (body.code === "version_conflict") return new VersionConflict(status, body);
  if (body.code === "cursor_expired") return new CursorExpired(status, body);
  return new PlotlineError(status, body);
}

// src/send.ts
var RETRY_MS = 6e4;
var TIMEOUT_MS = 35e3;
var FIRST_WAIT_MS = 250;
var LONGEST_WAIT_MS = 2e4;
var PASSING = [429, 500, 502, 503, 504];
async function send(client, call, options = {}) {
  const { signal } = options;
  const key = options.idempotencyKey ?? crypto.randomUUID();
  const until = Date.now() + (client.retryMs ?? RETRY_MS);
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    const answer = await attemptOf(client, call, { ...options, idempotencyKey: key });
    if ("json" in answer) return answer.json;
    const spread = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
    const wait = (answer.waitMs ?? 0) + spread;
    const isRotated = answer.status === 401 && attempt === 0 && typeof client.token === "function";
    if (!(answer.passes || isRotated) || Date.now() + wait > until) throw answer.error;
    await delay(wait, signal);
  }
}
function noResponse({ origin }, cause) {
  const { message, cause: first } = cause;
  return new Error(`No complete response from ${origin}: ${first?.code ?? message ?? String(cause)}.`, {
    cause
  });
}
async function attemptOf(client, call, options) {
  const { signal } = options;
  const url = new URL(client.baseUrl.replace(/[?#].*$/, "").replace(/(?:\/api\/v1)?\/*$/, "") + call.path);
  const headers = await headersOf(client, call, options);
  const body = call.body === void 0 ? {} : { body: JSON.stringify(call.body) };
  const limit = limitOf(client.timeoutMs ?? TIMEOUT_MS, signal);
  try {
    const request = { method: call.method, headers, ...body, signal: limit.signal };
    const response = await (client.fetch ?? fetch)(url, request);
    const text = await response.text();
    const json = isJson(response) && text !== "" ? JSON.parse(text) : void 0;
    if (response.ok) return { json };
    const { status } = response;
    const error = errorOf(status, json);
    return { error, status, passes: PASSING.includes(status), waitMs: retryAfterMs(response) };
  } catch (error) {
    const isEnded = signal?.aborted === true;
    const shown = error instanceof TypeError ? noResponse(url, error) : error;
    return { error: isEnded ? error : shown, passes: !isEnded };
  } finally {
    limit.end();
  }
}
function limitOf(ms, signal) {
  const controller = new AbortController();
  const passOn = () => controller.abort(signal.reason);
  if (signal?.aborted) passOn();
  signal?.addEventListener("abort", passOn, { once: true });
  const late = () => controller.abort(new DOMException(`No response within ${ms} ms.`, "TimeoutError"));
  const timer = setTimeout(late, ms);
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", passOn);
  };
  return { signal: controller.signal, end };
}
async function headersOf({ token }, { method, body }, { idempotencyKey, changeSetId, ifMatch }) {
  const isRead = method === "GET";
  return {
    accept: "application/json",
    authorization: `Bearer ${typeof token === "string" ? token : await token()}`,
    ...body === void 0 ? {} : { "content-type": "application/json" },
    ...isRead || idempotencyKey === void 0 ? {} : { "idempotency-key": idempotencyKey },
    ...isRead || changeSetId === void 0 ? {} : { "change-set": changeSetId },
    ...ifMatch === void 0 ? {} : { "if-match": /^(W\/)?"/.test(ifMatch) ? ifMatch : `"${ifMatch}"` }
  };
}
var isJson = ({ headers }) => /[/+]json\b/.test(headers.get("content-type") ?? "");
function retryAfterMs({ headers }) {
  const value = headers.get("retry-after");
  if (value === null) return void 0;
  const ms = /^\d+$/.test(value) ? Number(value) * 1e3 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? void 0 : Math.max(0, ms);
}
function delay(ms, signal) {
  return new Promise((resolve, reject) => {
    const ended = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", ended);
      resolve();
    }, ms);
    signal?.addEventListener("abort", ended, { once: true });
  });
}

// src/client.ts
function createPlotline(options) {
  assertUsable(options);
  const call = async (id, input, callOptions) => send(options, requestOf(id, input), callOptions);
  const calls = Object.keys(table).map((id) => [
    id,
    async (input, callOptions) => {
      return outputOf(await call(id, input, callOptions));
    }
  ]);
  return {
    ...Object.fromEntries(calls),
    call,
    each: eachOf(call)
  };
}
function assertUsable({ baseUrl, token }) {
  if (!/^https?:$/.test(protocolOf(baseUrl) ?? ""))
    throw new TypeError(
      `baseUrl is ${JSON.stringify(baseUrl)}; set it to the URL of the service, such as "https://plan.example.com".`
    );
  if (!token) throw new TypeError("token is missing; set it to a token, or to a function that returns one.");
}
function protocolOf(url) {
  try {
    return new URL(url ?? "").protocol;
  } catch {
    return void 0;
  }
}
var eachOf = (call) => async function* (id, input, options) {
  let cursor;
  do {
    const page = await call(
      id,
      cursor == null ? input : continued(input, id, cursor),
      options
    );
    yield* page.data;
    cursor = page.meta.nextCursor;
  } while (cursor !== null);
};
function outputOf(envelope) {
  const { data, error: _error, meta: _meta, included: _included, ...beside } = envelope ?? {};
  return Object.keys(beside).length > 0 ? { ...data, ...beside } : data;
}
function requestOf(id, { body, ...values } = {}) {
  if (!Object.hasOwn(table, id)) throw new TypeError(`There is no operation ${id}.`);
  const [method, pattern] = table[id].split(" ");
  const inPath = /* @__PURE__ */ new Set();
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name) => {
    inPath.add(name);
    const value = values[name];
    if (value === void 0 || value === "") throw new TypeError(`${id} needs ${name}.`);
    return encodeURIComponent(textOf(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (inPath.has(name) || value === void 0) continue;
    query.append(name, Array.isArray(value) ? value.map(textOf).join(",") : textOf(value));
  }
  return { method, path: query.size > 0 ? `${path}?${query.toString()}` : path, body };
}
var textOf = (value) => value instanceof Date ? value.toISOString() : String(value);

// src/changes.ts
var POLL_MS = 5e3;
function followChanges(plotline, input, options) {
  assertStore(options?.cursor);
  return follow(plotline, input, options);
}
function assertStore(store) {
  if (typeof store?.load === "function" && typeof store.save === "function") return;
  throw new TypeError(
    "followChanges needs `cursor`, an object with load() and save(cursor), which keeps the position in the feed: followChanges(plotline, { workspaceId }, { cursor })."
  );
}
async function* follow(plotline, input, { cursor: store, pollMs = POLL_MS, signal }) {
  let cursor = await store.load();
  for (; ; ) {
    const { data, meta } = await plotline.call(
      "listChanges",
      cursor === void 0 ? input : continued(input, "listChanges", cursor),
      signal && { signal }
    );
    yield* data;
    const next = meta.nextCursor ?? meta.resumeCursor;
    if (next != null && next !== cursor) await store.save(cursor = next);
    if (meta.nextCursor === null) await delay(pollMs, signal);
  }
}

// src/webhooks.ts
var InvalidWebhook = class extends Error {
  name = "InvalidWebhook";
};
var TOLERANCE_SECONDS = 300;
async function verifyWebhook(body, headers, secrets, { toleranceSeconds = TOLERANCE_SECONDS, now = /* @__PURE__ */ new Date() } = {}) {
  const [id, sentAt, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => headerOf(headers, name)
  );
  if (!id || !sentAt || !signatures) throw new InvalidWebhook("The request has no signature.");
  const age = Math.abs(now.getTime() / 1e3 - Number(sentAt));
  if (!(age <= toleranceSeconds)) throw new InvalidWebhook("The request is too old, or its time is wrong.");
  const signed = new TextEncoder().encode(`${id}.${sentAt}.${body}`);
  const all = [secrets].flat();
  if (all.length === 0) throw new TypeError("No secret was given.");
  const given = signatures.split(" ").flatMap((one) => one.startsWith("v1,") ? [one.slice(3)] : []);
  for (const secret of all) {
    const key = await hmacKey(secret);
    for (const signature of given) {
      const bytes = fromBase64(signature);
      if (bytes && await crypto.subtle.verify("HMAC", key, bytes, signed)) return JSON.parse(body);
    }
  }
  throw new InvalidWebhook("The signature is not of this secret and body.");
}
function headerOf(headers, name) {
  if (typeof headers.get === "function")
    return headers.get(name) ?? void 0;
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
function hmacKey(secret) {
  const bytes = secret && fromBase64(secret.replace(/^whsec_/, ""));
  if (!bytes) throw new TypeError("The secret is not one of a webhook: it is whsec_ and base64.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}
function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return void 0;
  }
}
export {
  CursorExpired,
  InvalidWebhook,
  PlotlineError,
  VersionConflict,
  createPlotline,
  followChanges,
  verifyWebhook
};
