/** The tables as the migrations leave them. Written by `npm run schema`: never edited by hand. */

/** A column whose type is declared with `typed`. */
export interface Json {
  readonly json: never;
}

export interface Tables {
  account_preferences: {
    account_id: string;
    language: string | null;
    notify_email: boolean;
    notify_push: boolean;
    notify_sms: boolean;
    theme: 'dark' | 'light' | 'system' | null;
    travel_minutes: number;
  };
  appointment: {
    booked_at: Date;
    cancel_reason: string | null;
    cancelled_at: Date | null;
    cancelled_by: 'patient' | 'staff' | null;
    checked_in_at: Date | null;
    contact_email: string | null;
    contact_phone: string | null;
    date: string;
    doctor_id: string;
    entry_id: string | null;
    hospital_id: string;
    id: string;
    moves: number;
    patient_id: string;
    starts_at: Date;
    status: 'booked' | 'cancelled' | 'checked_in';
    time: string;
    visit_kind: 'follow_up' | 'new' | null;
    visit_kind_by: 'patient' | 'record' | 'staff' | null;
  };
  assessment: {
    answered_by: 'desk' | 'kiosk' | 'patient' | 'relative';
    answers: Json;
    appointment_id: string | null;
    bank: string;
    begun_at: Date;
    changed_at: Date;
    entry_id: string | null;
    hospital_id: string;
    state: 'begun' | 'ready';
    summary_due_at: Date | null;
    version: number;
    visit_id: string;
  };
  assessment_alert: {
    acknowledged_at: Date | null;
    acknowledged_by: string | null;
    due_at: Date;
    escalates_at: Date | null;
    escalations: number;
    hospital_id: string;
    raised_at: Date;
    signs: string[];
    visit_id: string;
  };
  assessment_summary: {
    answers_hash: string;
    asked_at: Date;
    hospital_id: string;
    latency_ms: number | null;
    model: string;
    reason: string | null;
    sentences: Json | null;
    verdict: 'asked' | 'refused' | 'shown' | 'unanswered';
    visit_id: string;
  };
  audit: {
    action: string;
    address: string;
    at: Date;
    details: Json | null;
    entry_id: string | null;
    hospital_id: string;
    id: number;
    outcome: string;
    patient_ids: string[];
    role: string;
    transaction_id: string;
    user_id: string;
  };
  audit_anchor: {
    hash: Buffer;
    hospital_id: string;
    is_first: boolean;
    key_id: string;
    made_at: Date;
    number: number;
    vouched: Buffer;
  };
  audit_check: {
    asked_at: Date;
    finished_at: Date | null;
    hospital_id: string;
    id: string;
    moved_at: Date;
    progress: Json;
    total: number;
  };
  audit_seal: {
    audit_id: number;
    hash: Buffer;
    hospital_id: string;
    key_id: string | null;
    number: number;
    transaction_id: string;
  };
  consent: {
    account_id: string;
    at: Date;
    given: boolean;
    hospital_id: string;
    id: number;
    purpose: 'messages' | 'profile' | 'summaries';
  };
  contact_message: {
    created_at: Date;
    email: string;
    hospital: string | null;
    id: string;
    message: string;
    name: string;
  };
  day_closing: {
    closed_at: Date;
    closed_by: string;
    doctors: Json;
    entry_ids: string[];
    hospital_id: string;
    id: string;
    is_whole: boolean;
    last_part_at: Date;
    plans: Json;
    points: Json;
    undone_at: Date | null;
    undone_by: string | null;
  };
  day_figures: {
    absent: number;
    arrivals: number;
    called: number;
    called_in: number;
    cancelled: number;
    completed: number;
    day: string;
    hospital_id: string;
    idle_minutes: number;
    inside_minutes: number;
    is_stale: boolean;
    no_show: number;
    on_site_median: number | null;
    on_site_visits: number;
    promises: number;
    promises_kept: number;
    rejected: number;
    wait_median: number | null;
    wait_p90: number | null;
  };
  day_flow_figures: {
    called: number;
    cancelled: number;
    completed: number;
    counts: number[];
    day: string;
    days: number;
    hospital_id: string;
    key: string;
    kind: 'hour' | 'line' | 'point' | 'route';
    minutes: number[];
    missed: number;
    no_show: number;
    served: number;
    stops: number;
    waited: number;
  };
  day_group_figures: {
    arrivals: number;
    called: number;
    cancelled: number;
    completed: number;
    day: string;
    hospital_id: string;
    hours: number[];
    key: string;
    kind: 'doctor' | 'hour' | 'urgency';
    minutes: number[];
    no_show: number;
    on_sites: number[];
    promises: number;
    promises_kept: number;
    rejected: number;
    waits: number[];
  };
  day_off: {
    doctor_id: string;
    first_day: string;
    id: string;
    last_day: string;
  };
  day_on_site_figures: {
    day: string;
    doctor_id: string;
    hospital_id: string;
    is_remote: boolean;
    minutes: number;
    visits: number;
  };
  day_promise_figures: {
    about: 'ahead' | 'moment' | 'state';
    day: string;
    hospital_id: string;
    inside: number;
    kept: number;
    key: string;
    promises: number;
  };
  doctor: {
    about: string;
    break_began_at: Date | null;
    break_until: Date | null;
    created_at: Date;
    day_begun: string | null;
    day_ended_at: Date | null;
    deactivated_at: Date | null;
    department: string;
    email: string;
    experience_years: number | null;
    hospital_id: string;
    id: string;
    image: string | null;
    languages: string[];
    left_at: Date | null;
    name: string;
    name_bones: string | null;
    name_letters: string | null;
    phone: string;
    qualifications: string;
    rating_count: number;
    rating_sum: number;
    room: string | null;
    shut_since: Date | null;
    specialty: string;
    status: 'Available' | 'Busy' | 'Offline';
    visit_minutes: number | null;
    week: Json | null;
  };
  doctor_due: {
    day_at: Date;
    doctor_id: string;
    look_at: Date;
  };
  doctor_queue: {
    completed_total: number;
    doctor_id: string;
    follow_up_factor: number;
    interrupted_at: Date | null;
    last_call_at: Date | null;
    last_end_at: Date | null;
    last_request_at: string | null;
    late_starts: number[];
    new_factor: number;
    order_version: number;
    pace_at: Date | null;
    pace_minutes: number;
    pace_squares: number;
    pace_visits: number;
    promises_counted: number;
    promises_inside: number;
    promises_kept: number;
    requests_a_day: number | null;
    session_minutes: number;
    session_visits: number;
    usual_minutes: number;
    version: number;
    waiting_at_once: number | null;
  };
  doctor_settings: {
    break_after: number | null;
    break_minutes: number;
    default_status: 'Available' | 'Busy' | 'Offline' | null;
    doctor_id: string;
    tell_by_mail: boolean;
    tell_check_ins: boolean;
    tell_requests: boolean;
  };
  doctor_wait_day: {
    day: string;
    doctor_id: string;
    seconds: number;
    visits: number;
  };
  door_code: {
    code: string;
    hospital_id: string;
    made_at: Date;
  };
  emergency_access: {
    ends_at: Date;
    hospital_id: string;
    id: string;
    kind: 'cannot_ask' | 'cover' | 'life_at_risk' | 'other';
    looked_at: Date | null;
    looked_by: string | null;
    opened_at: Date;
    patient_id: string;
    reason: string;
    role: 'doctor' | 'hospital_admin' | 'receptionist';
    user_id: string;
  };
  erasure_certificate: {
    account_id: string;
    carried_out_at: Date;
    id: string;
    kept: Json;
    removed: Json;
    requested_at: Date;
  };
  erasure_request: {
    account_id: string;
    due_at: Date | null;
    language: string | null;
    requested_at: Date;
  };
  event: {
    account_id: string | null;
    at: Date;
    body: Json | null;
    doctor_id: string;
    entry_id: string | null;
    hospital_id: string;
    id: number;
    packed: Buffer | null;
    transaction_id: string;
    type: string;
  };
  event_horizon: {
    id: number;
    only_row: boolean;
    transaction_id: string;
  };
  hospital: {
    address: string;
    admins_read_reports: boolean;
    check_in_minutes: number;
    city: string;
    city_bones: string | null;
    close_reason: string | null;
    closed_at: Date | null;
    confirmed_at: Date | null;
    created_at: Date;
    created_by: string | null;
    day_ends_at: string | null;
    day_ends_since: Date | null;
    departments: string[];
    doctors_read_reports: boolean;
    email: string;
    held_at: Date | null;
    id: string;
    idle_minutes: number;
    languages: string[];
    latitude: number | null;
    letters: string | null;
    longitude: number | null;
    looked_as: Json | null;
    name: string;
    name_bones: string | null;
    operating_hours: Json;
    phone: string;
    receptionists_read_reports: boolean;
    records_kept_years: number;
    removes_old_reports: boolean;
    require_two_factor: boolean;
    shows_kept_times: boolean;
    standing: 'confirmed' | 'hidden' | 'unconfirmed';
    state: string;
    sums_up_answers: boolean;
    takes_requests_shut: boolean;
    time_zone: string;
    type: string;
    updated_at: Date | null;
    website: string | null;
    zip_code: string;
  };
  idempotency_key: {
    answer: Json | null;
    audited: Json | null;
    claimed_at: Date;
    event_id: number | null;
    event_transaction: string | null;
    key: Buffer;
    request_hash: Buffer;
    told_to: 'patient' | 'staff' | null;
    user_id: string;
  };
  invitation: {
    doctor_id: string;
    email: string;
    expires_at: Date;
    hospital_id: string;
    sent_at: Date;
    token_hash: string;
  };
  job: {
    attempts: number;
    failed_at: Date | null;
    finished_at: Date | null;
    id: number;
    kind: string;
    last_error: string | null;
    leased_until: Date | null;
    payload: Json;
    run_at: Date;
  };
  join_request: {
    decided_at: Date | null;
    decided_by: string | null;
    decision_reason: string | null;
    department: string;
    email: string;
    hospital_id: string;
    id: string;
    name: string;
    phone: string;
    requested_at: Date;
    status: 'approved' | 'pending' | 'rejected';
    title: 'admin' | 'doctor' | 'nurse' | 'other' | 'receptionist' | 'technician';
    user_id: string;
  };
  kiosk_right: {
    entry_id: string;
    expires_at: Date;
    given_at: Date;
    screen_id: string;
    secret_hash: string;
  };
  line: {
    hospital_id: string;
    id: string;
  };
  membership: {
    created_at: Date;
    doctor_id: string | null;
    hospital_id: string;
    last_acted_at: Date | null;
    role: 'doctor' | 'hospital_admin' | 'receptionist';
    title: string | null;
    user_id: string;
  };
  migration: {
    applied_at: Date;
    checksum: string;
    name: string;
  };
  next_line: {
    line_id: string;
    next_id: string;
    number: number;
  };
  notice: {
    about: string;
    account_id: string;
    kind: string;
    occasion: string;
    told_at: Date;
  };
  operator_act: {
    act: 'allow' | 'close' | 'confirm' | 'reopen';
    at: Date;
    hospital_id: string;
    id: number;
    operator: string;
    reason: string;
    seen: Json;
  };
  outbox_message: {
    attachment: Json | null;
    created_at: Date;
    html: string;
    id: number;
    job_id: number;
    plain: string;
    recipient: string;
    subject: string;
  };
  patient: {
    account_id: string | null;
    address: Json;
    birth_year: number | null;
    created_at: Date;
    date_of_birth: string | null;
    email: string | null;
    emergency_contacts: Json;
    erased_at: Date | null;
    gender: string | null;
    id: string;
    insurance: Json;
    name: string;
    name_bones: string | null;
    name_letters: string | null;
    phone: string | null;
    relation: 'child' | 'other' | 'parent' | 'spouse' | null;
    removed_at: Date | null;
  };
  patient_merge: {
    appointment_ids: string[];
    entry_ids: string[];
    gone_id: string;
    hospital_id: string;
    id: string;
    kept_id: string;
    merged_at: Date;
    merged_by: string;
    report_ids: string[];
    undone_at: Date | null;
    undone_by: string | null;
  };
  photo: {
    added_at: Date;
    bytes: Buffer;
    doctor_id: string;
    id: string;
    type: 'image/jpeg' | 'image/png';
  };
  place_change: {
    at: Date;
    entry_id: string;
    from_place: number;
    id: number;
    moved_by: string | null;
    moved_entry_id: string;
    reason: 'appointment' | 'desk' | 'doctor' | 'held' | 'patient' | 'restored' | 'returned' | 'urgent';
    to_place: number;
  };
  planned_stop: {
    is_return: boolean;
    line_id: string;
    number: number;
    visit_id: string;
  };
  point_staff: {
    assigned_at: Date;
    hospital_id: string;
    point_id: string;
    user_id: string;
  };
  push_device: {
    account_id: string;
    added_at: Date;
    auth: string;
    endpoint: string;
    id: string;
    p256dh: string;
    session_id: string;
  };
  push_key: {
    made_at: Date;
    only_row: boolean;
    public_key: string;
    sealed_private_key: string;
  };
  question_bank: {
    content: Json;
    version: string;
  };
  queue_entry: {
    appointment_id: string | null;
    approved_at: Date | null;
    back_at: Date | null;
    before_move: Json | null;
    booked_for: Date | null;
    brought_back_at: Date | null;
    called_at: Date | null;
    cancelled_by: 'patient' | 'staff' | null;
    changed_at: Date | null;
    changed_by: string | null;
    changed_version: number;
    checked_in_at: Date | null;
    checked_in_by: 'door' | 'kiosk' | 'patient' | 'staff' | null;
    close_reason: 'day_ended' | 'doctor_left' | null;
    close_word: string | null;
    contact_email: string | null;
    contact_phone: string | null;
    counts_as: number;
    delayed_at: Date | null;
    delayed_minutes: number | null;
    delays: number;
    doctor_id: string;
    due_at: Date | null;
    ended_at: Date | null;
    hospital_id: string;
    id: string;
    is_return: boolean;
    is_shared: boolean;
    joined_at: Date;
    last_action: string | null;
    line_number: number;
    missed_calls: number;
    moved_at: Date | null;
    moved_from_doctor_id: string | null;
    notes: string | null;
    order_key: number | null;
    patient_id: string;
    recalled_at: Date | null;
    rejection_reason: string | null;
    said_over: string | null;
    said_over_at: Date | null;
    sent_from_id: string | null;
    service_point_id: string | null;
    started_at: Date | null;
    stated_urgency: 'high' | 'low' | 'medium' | null;
    status: 'cancelled' | 'completed' | 'in_progress' | 'no_show' | 'pending_approval' | 'rejected' | 'waiting';
    symptoms: string | null;
    token: string | null;
    token_day: string | null;
    token_doctor_id: string | null;
    token_number: number | null;
    urgency: 'high' | 'low' | 'medium';
    urgency_changed_at: Date | null;
    urgency_reason: string | null;
    visit_id: string | null;
    visit_kind: 'follow_up' | 'new' | null;
    visit_kind_by: 'patient' | 'record' | 'staff' | null;
    was_planned: boolean;
  };
  rating: {
    changed_at: Date | null;
    doctor_id: string;
    entry_id: string;
    id: string;
    rated_at: Date;
    stars: number;
    words: string;
  };
  rating_month: {
    doctor_id: string;
    month: string;
    ratings: number;
    stars: number;
  };
  report: {
    author_id: string;
    created_at: Date;
    date: string;
    doctor_id: string;
    entry_id: string | null;
    hospital_id: string;
    id: string;
    patient_id: string;
    status: 'active' | 'completed' | 'pending';
    summary: string;
    title: string;
    type: 'consultation' | 'discharge_summary' | 'imaging' | 'lab_result' | 'prescription';
  };
  report_file: {
    bytes: Buffer | null;
    file_key: string | null;
    name: string;
    report_id: string;
    sha256: Buffer | null;
    size: number;
    type: 'application/pdf' | 'image/jpeg' | 'image/png';
    uploaded_at: Date;
  };
  screen: {
    asked: number;
    asked_since: Date | null;
    hospital_id: string;
    id: string;
    kind: 'display' | 'kiosk';
    last_seen_at: Date | null;
    made_at: Date;
    made_by: string;
    name: string;
    revoked_at: Date | null;
    secret_hash: string;
  };
  screen_doctor: {
    doctor_id: string;
    screen_id: string;
  };
  send_count: {
    count: number;
    key: string;
    window_ends_at: Date;
  };
  service_point: {
    doctor_id: string | null;
    hours: Json;
    id: string;
    line_id: string;
    name: string;
    names: Json;
    removed_at: Date | null;
    state: 'closed' | 'open' | 'paused';
    state_by: string | null;
    state_since: Date | null;
  };
  shared_line: {
    asks_from_home: boolean;
    calls_since_return: number;
    day_ended_at: Date | null;
    department: string | null;
    hospital_id: string;
    id: string;
    is_open: boolean;
    kind: 'any_doctor' | 'billing' | 'imaging' | 'laboratory' | 'other' | 'pharmacy' | 'registration' | 'vitals';
    made_at: Date;
    name: string;
    name_bones: string | null;
    name_letters: string | null;
    names: Json;
    order_rule: 'arrival' | 'end' | 'returns_next';
    removed_at: Date | null;
    returns_every: number;
    room: string | null;
    shut_since: Date | null;
  };
  staff_invitation: {
    accepted_at: Date | null;
    accepted_by: string | null;
    email: string | null;
    expires_at: Date;
    hospital_id: string;
    id: string;
    invited_by: string;
    role: 'hospital_admin' | 'receptionist';
    sent_at: Date;
    token_hash: string;
  };
  staff_member: {
    created_at: Date;
    doctor_id: string | null;
    hospital_id: string;
    role: 'doctor' | 'hospital_admin' | 'receptionist';
    title: string | null;
    user_id: string;
  };
  stored_file: {
    kept_in: 'disk' | 's3';
    key: string;
    written_at: Date;
  };
  ticket: {
    entry_id: string;
    expires_at: Date;
    made_at: Date;
    secret_hash: string;
  };
  token_letters: {
    doctor_id: string;
    hospital_id: string;
    letters: string;
  };
  turn: {
    due_at: Date;
    what: string;
  };
  visit_fit: {
    fit: Json;
    fitted_at: Date;
    hospital_id: string;
  };
  visit_promise: {
    actual: number | null;
    bucket: number;
    deviation: number;
    entry_id: string;
    expected: number;
    hospital_id: string;
    inside: boolean | null;
    kind: 'inside' | 'waiting';
    lower: number;
    made_at: Date;
    outcome: 'done' | 'left' | null;
    settled_at: Date | null;
    upper: number;
    visit_id: string;
    was_kept: boolean | null;
  };
  wait_fit: {
    fit: Json;
    fitted_at: Date;
    forecast: Json | null;
    hospital_id: string;
  };
  wait_promise: {
    actual: number | null;
    ahead: number;
    bucket: number;
    deviation: number;
    doctor_id: string;
    entry_id: string;
    expected: number;
    hospital_id: string;
    inside: boolean | null;
    kind: 'after_120' | 'after_30' | 'after_60' | 'asked' | 'joined' | 'leave_now';
    lower: number;
    made_at: Date;
    median: number;
    outcome: 'called' | 'left' | 'moved' | 'no_show' | 'removed' | null;
    owed_by: Date | null;
    settled_at: Date | null;
    state: 'break' | 'near_break' | 'not_begun' | 'overdue' | 'running' | null;
    upper: number;
    was_kept: boolean | null;
  };
  wait_shown: {
    entry_id: string;
    line_at: Date | null;
    line_state: string | null;
    place: number;
    shown_at: Date;
    wait_range: Json;
  };
  'identity.account': {
    access_token: string | null;
    access_token_expires_at: Date | null;
    account_id: string;
    created_at: Date;
    id: string;
    id_token: string | null;
    password: string | null;
    provider_id: string;
    refresh_token: string | null;
    refresh_token_expires_at: Date | null;
    scope: string | null;
    updated_at: Date;
    user_id: string;
  };
  'identity.attempt': {
    key: string;
    tries: number;
    window_ends_at: Date;
  };
  'identity.jwks': {
    alg: string | null;
    created_at: Date;
    crv: string | null;
    expires_at: Date | null;
    id: string;
    private_key: string;
    public_key: string;
  };
  'identity.known_device': {
    mark: string;
    seen_at: Date;
    user_id: string;
  };
  'identity.passkey': {
    aaguid: string | null;
    backed_up: boolean;
    counter: number;
    created_at: Date;
    credential_id: string;
    device_type: string;
    id: string;
    name: string | null;
    public_key: string;
    transports: string | null;
    user_id: string;
  };
  'identity.password_reset': {
    expires_at: Date;
    token_hash: string;
    user_id: string;
  };
  'identity.phone_code': {
    code_hash: string;
    confirmation_hash: string;
    expires_at: Date;
    phone_hash: string;
    tries: number;
  };
  'identity.reset_cleanup': {
    expires_at: Date;
    token_hash: string;
    user_id: string;
  };
  'identity.security_event': {
    at: Date;
    browser: string | null;
    id: number;
    kind: string;
    network: string | null;
    subject: string | null;
    system: string | null;
    user_id: string;
  };
  'identity.session': {
    acting_hospital_id: string | null;
    created_at: Date;
    expires_at: Date;
    id: string;
    ip_address: string | null;
    last_used_at: Date;
    made_by: string | null;
    made_with_passkey: string | null;
    only_hospital_id: string | null;
    proved_at: Date;
    proved_by: string;
    proved_with_passkey: string | null;
    second_factor: string | null;
    signed_in_at: Date;
    token: string;
    updated_at: Date;
    user_agent: string | null;
    user_id: string;
  };
  'identity.spent_challenge': {
    challenge_hash: string;
    expires_at: Date;
  };
  'identity.two_factor': {
    backup_codes: string;
    failed_verification_count: number;
    id: string;
    locked_until: Date | null;
    secret: string;
    user_id: string;
    verified: boolean;
  };
  'identity.user': {
    created_at: Date;
    email: string;
    email_verified: boolean;
    id: string;
    image: string | null;
    name: string;
    phone_number: string | null;
    phone_number_verified: boolean;
    two_factor_enabled: boolean;
    updated_at: Date;
  };
  'identity.verification': {
    created_at: Date;
    expires_at: Date;
    id: string;
    identifier: string;
    updated_at: Date;
    value: string;
  };
}
