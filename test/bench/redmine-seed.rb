# Run by `rails runner` in a new database: a project with issues, whose member may create more through the REST API.
Redmine::DefaultData::Loader.load('en') if Redmine::DefaultData::Loader.no_data?
Setting.rest_api_enabled = '1'
Setting.notified_events = []
user = User.new(firstname: 'Bea', lastname: 'Bench', mail: 'bea@example.com', mail_notification: 'none')
user.login = 'bea'
user.password = SecureRandom.hex
user.save!
project = Project.create!(name: 'Bench', identifier: 'bench', enabled_module_names: ['issue_tracking'], trackers: Tracker.all.to_a)
Member.create!(project: project, principal: user, roles: [Role.find_by!(name: 'Developer')])
User.current = user
Issue.transaction do
  ENV.fetch('ISSUES').to_i.times do |number|
    Issue.create!(project: project, tracker: project.trackers.first, author: user, subject: format(ENV.fetch('SUBJECT'), number), description: ENV.fetch('DESCRIPTION'), priority: IssuePriority.default)
  end
end
puts({ apiKey: user.api_key, projectId: project.id, issueIds: project.issues.order(:id).pluck(:id) }.to_json)
