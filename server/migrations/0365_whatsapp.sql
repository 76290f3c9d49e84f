-- locks: account_preferences, message_delivery
-- Messages on WhatsApp, and one channel after another [MSG-9, MSG-10].
-- Without a scan: existing rows pass the narrower checks.
alter table message_delivery
  drop constraint message_delivery_channel_check,
  add constraint message_delivery_channel_check
    check (channel in ('email', 'push', 'sms', 'whatsapp')) not valid,
  drop constraint message_delivery_state_check,
  add constraint message_delivery_state_check
    check (state in ('queued', 'accepted', 'failed', 'delivered', 'read')) not valid,
  -- the provider's id of the message, which a reply on WhatsApp names
  add column provider_message text,
  -- whether the provider reports the delivery, so that silence means that the message is lost
  add column is_reported boolean not null default false;

alter table account_preferences
  -- the phone number to which the person agreed to get messages on WhatsApp
  add column whatsapp_phone text,
  add column whatsapp_agreed_at timestamptz,
  add column whatsapp_ended_at timestamptz;
