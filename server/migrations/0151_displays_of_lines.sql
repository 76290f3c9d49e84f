-- A display shows lines, a doctor's or a shared one; a doctor's has the doctor's id.
alter table screen_doctor drop constraint screen_doctor_doctor_id_fkey,
  add constraint screen_doctor_line_fkey foreign key (doctor_id) references line (id);
