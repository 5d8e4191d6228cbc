class Seat: pass
class Session: pass
