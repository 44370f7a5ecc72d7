-- Mails to addresses with an account have a budget of their own: whether the address had one, null where no mail was sent.

ALTER TABLE login_token ADD COLUMN has_account boolean;
