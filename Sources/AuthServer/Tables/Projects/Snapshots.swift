// A snapshot is a project under a name that no call can have, because no project's ID contains a slash.
extension ProjectName {
  static func snapshot(_ name: String) -> ProjectName { ProjectName(project: "/" + name) }
}

extension Transaction {
  /// Replaces the project or snapshot `target` with a copy of `source`, whose row is `project`.
  ///
  /// Sessions, codes, messages and counters are not copied.
  func replace(_ target: ProjectName, withCopyOf project: Project, named source: ProjectName)
    throws(StorageFailure)
  {
    try deleteWithTenants(target)
    try copy(project, to: target)
    for tenant in try tenants(of: source.project) {
      try copy(tenant.project, to: ProjectName(project: target.project, tenant: tenant.name.tenant))
    }
  }

  /// The accounts keep their uids, by which the copies of what belongs to them are found.
  private func copy(_ project: Project, to name: ProjectName) throws(StorageFailure) {
    let copy = try insertProject(named: name, config: project.config)
    try connection.run(
      """
      INSERT INTO accounts (project, local_id, phone, email, email_verified, display_name, photo_url,
        custom_attributes, disabled, fictional, created_at, last_login_at, last_refresh_at, valid_since,
        initial_email, email_link, custom_auth, anonymous, password_hash, password_salt, password_algorithm,
        password_cost, password_block_size, password_parallelism, password_updated_at,
        former_password_updated_at, generation, admin_made, factors_withdrawn)
      SELECT ?2, local_id, phone, email, email_verified, display_name, photo_url,
        custom_attributes, disabled, fictional, created_at, last_login_at, last_refresh_at, valid_since,
        initial_email, email_link, custom_auth, anonymous, password_hash, password_salt, password_algorithm,
        password_cost, password_block_size, password_parallelism, password_updated_at,
        former_password_updated_at, generation, admin_made, factors_withdrawn
      FROM accounts WHERE project = ?1
      """, project.id, copy)
    // A cross join keeps its order, from account to account.
    try connection.run(
      """
      INSERT INTO provider_identities (project, account, provider, raw_id, federated_id, email, email_verified,
        display_name, photo_url, screen_name)
      SELECT ?2, new.id, item.provider, item.raw_id, item.federated_id, item.email, item.email_verified,
        item.display_name, item.photo_url, item.screen_name
      FROM accounts AS old CROSS JOIN provider_identities AS item ON item.account = old.id
        CROSS JOIN accounts AS new ON new.project = ?2 AND new.local_id = old.local_id
      WHERE old.project = ?1
      """, project.id, copy)
    try connection.run(
      """
      INSERT INTO second_factors (project, account, enrollment_id, display_name, enrolled_at, phone, secret,
        digits, last_step)
      SELECT ?2, new.id, item.enrollment_id, item.display_name, item.enrolled_at, item.phone, item.secret,
        item.digits, item.last_step
      FROM accounts AS old CROSS JOIN second_factors AS item ON item.account = old.id
        CROSS JOIN accounts AS new ON new.project = ?2 AND new.local_id = old.local_id
      WHERE old.project = ?1
      """, project.id, copy)
    try connection.run(
      """
      INSERT INTO passkeys (project, account, credential_id, name, public_key, sign_count, backup_eligible,
        backed_up, enrolled_at)
      SELECT ?2, new.id, item.credential_id, item.name, item.public_key, item.sign_count, item.backup_eligible,
        item.backed_up, item.enrolled_at
      FROM accounts AS old CROSS JOIN passkeys AS item ON item.account = old.id
        CROSS JOIN accounts AS new ON new.project = ?2 AND new.local_id = old.local_id
      WHERE old.project = ?1
      """, project.id, copy)
    try connection.run(
      """
      INSERT INTO provider_configurations (project, provider, config)
      SELECT ?2, provider, config FROM provider_configurations WHERE project = ?1
      """, project.id, copy)
  }

  /// Deletes a project or snapshot, with its tenants and its configuration, if it exists.
  func deleteWithTenants(_ name: ProjectName) throws(StorageFailure) {
    for tenant in try tenants(of: name.project) { try delete(project: tenant.project.id) }
    try forgetFormerTenants(of: name.project)
    if let project = try project(named: name) { try delete(project: project.id) }
  }
}
