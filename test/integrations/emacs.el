;;; emacs.el --- Repairs a handoff with eglot  -*- lexical-binding: t -*-

;; Opens HANDOFF, chooses the fixes that FIXES names (JSON: rules and titles) as a person would, saves all buffers, and
;; writes what was seen on the way to REPORT as JSON. Everything waits for a condition.

(require 'cl-lib)
(require 'json)
(require 'package)
(package-initialize)
(load (getenv "SETUP"))
(require 'eglot)
(require 'flymake)

(defvar driver-offered nil "Titles that were offered, the latest first.")

(defun driver-wait (what condition)
  "Wait until CONDITION gives something, and give it; WHAT is for a person."
  (let ((deadline (+ (float-time) 60)) found)
    (while (not (setq found (funcall condition)))
      (when (> (float-time) deadline)
        (error "%s: still not after a minute" what))
      (accept-process-output nil 0.02))
    found))

(defun driver-diagnostics ()
  "The diagnostics that the server has sent for this buffer."
  (flymake-start)
  (flymake-diagnostics))

(defun driver-code (diagnostic)
  "The rule of DIAGNOSTIC."
  (plist-get (alist-get 'eglot-lsp-diag (flymake-diagnostic-data diagnostic)) :code))

(defun driver-choose (title)
  "Choose TITLE among what can be done at point."
  ;; Asked by a key and not by the mouse.
  (setq last-nonmenu-event 13)
  (cl-letf (((symbol-function 'completing-read)
             (lambda (_ items &rest _)
               (dolist (item items) (push (car item) driver-offered))
               title)))
    (call-interactively #'eglot-code-actions)))

(defun driver-fix (rule title)
  "Go to the squiggle of RULE, ask for what can be done, and take TITLE."
  (let ((before (buffer-chars-modified-tick))
        (place (driver-wait (format "A squiggle of %s" rule)
                            (lambda ()
                              (cl-find rule (driver-diagnostics) :key #'driver-code :test #'equal)))))
    (goto-char (flymake-diagnostic-beg place))
    (driver-choose title)
    (driver-wait title (lambda () (/= before (buffer-chars-modified-tick))))))

(defun driver-run ()
  "Do everything; give what was seen."
  (find-file (getenv "HANDOFF"))
  ;; What a person's first command would set off.
  (run-hooks 'post-command-hook)
  (driver-wait "The server" #'eglot-managed-p)
  (let ((found (mapcar #'driver-code (driver-wait "Diagnostics" #'driver-diagnostics))))
    (mapc (lambda (chosen) (driver-fix (alist-get 'rule chosen) (alist-get 'title chosen)))
          (json-read-from-string (getenv "FIXES")))
    (save-some-buffers t)
    `((found . ,(vconcat (sort found #'string<)))
      (offered . ,(vconcat (nreverse driver-offered))))))

(let ((report (condition-case problem (driver-run) (error `((problem . ,(error-message-string problem)))))))
  (with-temp-file (getenv "REPORT") (insert (json-encode report))))
;;; emacs.el ends here
