import type { PageMessages } from '../page-messages.ts';
import type { scopes as english } from '../en/scopes.ts';

export const scopes: Pick<PageMessages, keyof typeof english> = {
  'scope.workspace:read': 'ワークスペースの表示。',
  'scope.workspace:write': 'ワークスペースの変更。',
  'scope.teams:read': 'チームとその状態、カスタムフィールドの一覧。',
  'scope.teams:write': 'チームの作成、変更、参加と、状態およびカスタムフィールドの管理。',
  'scope.members:read': 'メンバーの一覧。',
  'scope.members:write': 'メンバーの追加、変更、削除。',
  'scope.stories:read': 'ストーリーの一覧と閲覧。',
  'scope.stories:write': 'ストーリーの作成、変更、アーカイブ、削除。',
  'scope.comments:read': 'コメントの閲覧。',
  'scope.comments:write': 'コメントの投稿。',
  'scope.labels:read': 'ラベルの一覧。',
  'scope.labels:write': 'ラベルの作成と変更。',
  'scope.sprints:read': 'スプリントの一覧。',
  'scope.sprints:write': 'スプリントの作成と変更。',
  'scope.objectives:read': '目標と主要な成果の一覧。',
  'scope.objectives:write': '目標と主要な成果の作成と変更。',
  'scope.schedule:read': '勤務時間、休暇、予定の表示。',
  'scope.schedule:write': '勤務時間、休暇、予定ありの時間の設定。',
  'scope.webhooks:manage': 'Webhook エンドポイントの管理。',
  'scope.feedback:read': 'フィードバックポータルの閲覧。',
  'scope.feedback:write': 'フィードバックポータルの作成と変更。',
  'scope.proposals:read': 'ほかの人の提案の閲覧と可否の決定。',
  'scope.tokens:manage': 'トークンとサービスアカウントの管理。',
  'scope.audit:read': '監査ログの閲覧。',
};
