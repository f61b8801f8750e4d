using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using DbIngest.Tds.Endpoint.Protocol;
using DbIngest.Tds.Endpoint.Sql;
using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint;

/// <summary>One connection: pre-login, TLS, login, then one message after another.</summary>
internal sealed partial class Session : IDisposable
{
    private const int RowsBeforeACut = 10;
    private const int LingeringMs = 6000;

    private readonly Socket _socket;
    private readonly TdsEndpoint _endpoint;
    private readonly EndpointOptions _options;
    private readonly SessionState _state = new();
    private readonly Statements _statements;
    private readonly PacketReader _reader;
    private readonly MessageWriter _writer;
    private readonly Stream _plain;
    // Statements by their handles, from 1 on.
    private readonly List<string> _prepared = [];
    private BulkTarget? _bulk;
    private bool _truncates;
    private bool _isInterrupted;

    public Session(Socket socket, TdsEndpoint endpoint)
    {
        _socket = socket;
        _endpoint = endpoint;
        _options = endpoint.Options;
        _state.HidesCounts = _options.HidesCounts;
        _plain = new NetworkStream(socket);
        _reader = new PacketReader(_plain);
        _writer = new MessageWriter(_plain);
        _statements = new Statements(endpoint.Catalog, _state, _options);
    }

    public void Dispose()
    {
        _state.End(isCommitted: false);
        _endpoint.Catalog.Locks.Release(_state);
        _reader.Stream.Dispose();
        _socket.Dispose();
    }

    /// <summary>Serves the client until it leaves.</summary>
    public void Run()
    {
        if (_options.Tls == TlsMode.Strict)
        {
            Encrypt(_plain, strict: true);
        }

        if (!_reader.TryBegin() || !TryLogIn())
        {
            return;
        }

        while (_reader.TryBegin())
        {
            switch (_reader.Kind)
            {
                case PacketKind.SqlBatch:
                    SkipHeaders();
                    Answer(System.Text.Encoding.Unicode.GetString(_reader.Rest()),
                        new Dictionary<string, object?>(StringComparer.OrdinalIgnoreCase), inProcedure: false);
                    break;
                case PacketKind.Rpc:
                    SkipHeaders();
                    Call();
                    break;
                case PacketKind.BulkLoad:
                    LoadBulk();
                    break;
                case PacketKind.TransactionManager:
                    SkipHeaders();
                    Transact();
                    break;
                case PacketKind.Attention:
                    _reader.Rest();
                    Tokens.Done(_writer, attention: true);
                    break;
                default:
                    return;
            }

            if (_isInterrupted)
            {
                _isInterrupted = false;
                continue;
            }

            if (!TrySend())
            {
                return;
            }
        }
    }

    private bool TryLogIn()
    {
        var wanted = PreLogin.ReadEncryption(_reader.Rest());
        var offered = _options.Tls switch
        {
            TlsMode.None => EncryptionChoice.NotSupported,
            TlsMode.Required => EncryptionChoice.Required,
            TlsMode.Strict => wanted,
            _ => wanted is EncryptionChoice.On or EncryptionChoice.Required ? EncryptionChoice.On : wanted,
        };
        PreLogin.Write(_writer, offered);
        _writer.SendLast();
        bool isTds7 = _options.Tls is TlsMode.Optional or TlsMode.Required && offered != EncryptionChoice.NotSupported;
        if (isTds7)
        {
            Encrypt(_plain, strict: false);
        }

        if (!_reader.TryBegin() || _reader.Kind != PacketKind.Login7)
        {
            return false;
        }

        var login = Login7.Read(_reader.Rest());
        if (isTds7 && offered == EncryptionChoice.Off)
        {
            // Only the login was to be encrypted.
            _reader.Stream = _writer.Stream = _plain;
        }

        if (Refusal(login) is { } refusal)
        {
            Tokens.Error(_writer, refusal);
            Tokens.Done(_writer, failed: true);
            _writer.SendLast();
            return false;
        }

        _state.Use(login.Database.Length > 0 ? login.Database : "master");
        int packetSize = Math.Clamp(login.PacketSize == 0 ? 4096 : login.PacketSize, 512, _options.MaxPacketSize);
        Tokens.Acknowledge(_writer, login, packetSize, _state.Database);
        _writer.SendLast();
        _writer.PacketSize = packetSize;
        return true;
    }

    private ServerMessage? Refusal(Login7 login)
    {
        if (_options.Passwords.Count > 0 && _options.Passwords.GetValueOrDefault(login.User) != login.Password)
        {
            return new ServerMessage(18456, 14, 1, $"Login failed for user '{login.User}'.");
        }

        if (_options.Expired.Contains(login.User))
        {
            return new ServerMessage(18488, 14, 1,
                $"Login failed for user '{login.User}'. Reason: The password of the account must be changed.");
        }

        return login.Database.Length > 0 && !_endpoint.Catalog.Has(login.Database)
            ? new ServerMessage(4060, 11, 1,
                $"Cannot open database \"{login.Database}\" requested by the login. The login failed.")
            : null;
    }

    private void Encrypt(Stream inner, bool strict)
    {
        var handshake = strict ? null : new HandshakeStream(inner);
        var tls = new SslStream(handshake ?? inner, leaveInnerStreamOpen: true);
        tls.AuthenticateAsServer(new SslServerAuthenticationOptions
        {
            ServerCertificate = _options.Certificate,

            // Under TDS 7 both sides may fall back to plain text after the login: a protocol whose handshake has late messages
            // does not allow that.
            EnabledSslProtocols = strict ? SslProtocols.Tls12 | SslProtocols.Tls13 : SslProtocols.Tls12,
            ApplicationProtocols = strict ? [new SslApplicationProtocol("tds/8.0")] : null,
        });
        if (handshake is not null)
        {
            handshake.IsDone = true;
        }

        _reader.Stream = _writer.Stream = tls;
    }

    private void SkipHeaders() => _reader.Take(_reader.Int32() - 4);

    private void Call()
    {
        try
        {
            var call = RemoteCall.Read(_reader);
            switch (call.Procedure)
            {
                case "sp_executesql":
                    Answer((string)call.Parameters[0].Value!, Named(call, 2), inProcedure: true);
                    break;
                case "sp_prepexec":
                    _prepared.Add((string)call.Parameters[2].Value!);
                    Answer(_prepared[^1], Named(call, 3), inProcedure: true, _prepared.Count);
                    break;
                case "sp_execute":
                    int handle = Convert.ToInt32(call.Parameters[0].Value, System.Globalization.CultureInfo.InvariantCulture);
                    Answer(_prepared[handle - 1], Named(call, 1), inProcedure: true);
                    break;
                case "sp_unprepare":
                    Tokens.EndProcedure(_writer, more: false, failed: false);
                    break;
                default:
                    throw new ServerErrorException(2812, $"Could not find stored procedure '{call.Procedure}'.");
            }
        }
        catch (ServerErrorException exception)
        {
            Tokens.Error(_writer, exception.Error);
            Tokens.EndProcedure(_writer, more: false, failed: true);
        }
    }

    /// <summary>The parameters of a call's statement: those after its own.</summary>
    private static Dictionary<string, object?> Named(RemoteCall call, int own) =>
        call.Parameters.Skip(own).ToDictionary(p => p.Name, p => p.Value, StringComparer.OrdinalIgnoreCase);

    /// <summary>WAITFOR DELAY and CHECKPOINT: waits, unless the client sends something, an attention most likely.</summary>
    private bool IsInterrupted(string sql)
    {
        int seconds = sql == "CHECKPOINT" ? _options.CheckpointS
            : WaitFor().Match(sql) is { Success: true } wait
                ? int.Parse(wait.Groups["s"].Value, System.Globalization.CultureInfo.InvariantCulture)
            : 0;
        return seconds > 0 && (_reader.HasMore || _socket.Poll(TimeSpan.FromSeconds(seconds), SelectMode.SelectRead));
    }

    [System.Text.RegularExpressions.GeneratedRegex("^WAITFOR DELAY '00:00:(?<s>[0-9]+)'$",
        System.Text.RegularExpressions.RegexOptions.ExplicitCapture, 1000)]
    private static partial System.Text.RegularExpressions.Regex WaitFor();

    private void Answer(string sql, IReadOnlyDictionary<string, object?> parameters, bool inProcedure,
        int? handle = null)
    {
        if (IsInterrupted(sql))
        {
            // What is answered then is the attention alone.
            _isInterrupted = true;
            return;
        }

        string before = _state.Database;
        bool failed = false;
        long? last = null;
        try
        {
            foreach (var outcome in _statements.Execute(sql, parameters))
            {
                long? rows = _state.HidesCounts ? null : outcome.Affected;
                if (outcome.Rows is { } answer)
                {
                    var counted = answer.Rows as ICollection<object?[]> ?? [.. answer.Rows];
                    Tokens.RowSet(_writer, answer with { Rows = counted });
                    rows = counted.Count;
                }

                _bulk = outcome.Bulk ?? _bulk;
                if (inProcedure)
                {
                    Tokens.DoneInProcedure(_writer, rows);
                }
                else if (outcome.Bulk is null)
                {
                    Tokens.Done(_writer, more: true, rows: rows);
                }

                last = rows;
            }
        }
        catch (ServerErrorException exception)
        {
            Tokens.Error(_writer, exception.Error);
            failed = true;
        }

        if (_state.Database != before)
        {
            Tokens.ChangeDatabase(_writer, _state.Database, before);
        }

        if (inProcedure)
        {
            Tokens.EndProcedure(_writer, more: false, failed, handle);
        }
        else
        {
            Tokens.Done(_writer, failed: failed);
        }
    }

    private void LoadBulk()
    {
        var fault = _endpoint.TakeFault();
        try
        {
            var announced = _bulk ?? throw new ServerErrorException(4804, "No INSERT BULK came before.");
            _bulk = null;
            if (announced.IsOutdated)
            {
                throw new ServerErrorException(4891, "Insert bulk failed due to a schema change of the target table.");
            }

            var load = new BulkLoad(_reader, announced);
            load.Read(fault == Fault.CutInRows ? Cut : null);
            if (fault == Fault.Refuse)
            {
                throw new ServerErrorException(_endpoint.Refusal);
            }

            CutIf(fault == Fault.CutBeforeCommit);
            if (fault == Fault.Lingers)
            {
                Thread.Sleep(LingeringMs);
            }

            var table = load.Target.Table;
            _state.Insert(() => table.Add(load.Rows, load.Count));
            CutIf(fault == Fault.CutAfterCommit);
            _endpoint.Count(load.Count);
            Tokens.Done(_writer, rows: load.Count);
            if (fault == Fault.Silence)
            {
                _socket.Receive(new byte[1], SocketFlags.Peek);
                throw new IOException("Silent on command.");
            }

            _truncates = fault == Fault.TruncateAnswer;
        }
        catch (ServerErrorException exception)
        {
            _reader.Rest();
            Tokens.Error(_writer, exception.Error);
            Tokens.Done(_writer, failed: true);
        }
    }

    private bool TrySend()
    {
        if (_truncates)
        {
            _writer.SendCut();
            return false;
        }

        _writer.SendLast();
        return true;
    }

    private static void Cut(long rows) => CutIf(rows == RowsBeforeACut);

    private static void CutIf(bool isToBeCut)
    {
        if (isToBeCut)
        {
            throw new IOException("Cut on command.");
        }
    }

    private void Transact()
    {
        const int Begin = 5;
        const int Commit = 7;
        int request = _reader.UInt16();
        _reader.Rest();
        if (request == Begin)
        {
            _state.Begin();
            Tokens.BeginTransaction(_writer, 1);
        }
        else
        {
            _state.End(isCommitted: request == Commit);
            Tokens.EndTransaction(_writer, 1, request == Commit);
        }

        Tokens.Done(_writer);
    }
}
