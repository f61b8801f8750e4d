using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using DbIngest.Tests.Endpoints;
using DbIngest.Wire.Mongo;

namespace DbIngest.Mongo.Endpoint;

/// <summary>A client's connection to a member.</summary>
internal sealed class Session(Socket socket, Member member) : IDisposable
{
    private readonly Cursors _cursors = new();
    private ScramServer? _login;
    private bool _isIn;
    private string? _subject;

    public void Run()
    {
        using Stream stream = Secure(new NetworkStream(socket, ownsSocket: true));
        var wire = new Wire(stream, member.Options);
        while (wire.Read() is { } request)
        {
            string name = request.Command.Elements[0].Key;
            var answer = member.Deployment.Before?.Invoke(member, name, request.Command)
                ?? Answer(name, request.Command, request.Documents);
            if (member.Deployment.After?.Invoke(member, name, answer) is { } other)
            {
                answer = other;
            }

            if (answer.IsTrue("dropped"))
            {
                return;
            }

            wire.Write(request.Id, answer.ToBytes());
        }
    }

    public void Dispose() => socket.Dispose();

    private Stream Secure(NetworkStream stream)
    {
        if (member.Options.Certificate is null)
        {
            return stream;
        }

        // Whoever the client is, is looked at when it logs in.
#pragma warning disable CA5359
        var encrypted = new SslStream(stream, leaveInnerStreamOpen: false, (_, _, _, _) => true);
#pragma warning restore CA5359
        encrypted.AuthenticateAsServer(member.Options.Certificate, member.Options.AsksForCertificate,
            checkCertificateRevocation: false);
        _subject = encrypted.RemoteCertificate?.Subject;
        return encrypted;
    }

    private BsonDocument Answer(string name, BsonDocument command, List<byte[]> documents)
    {
        try
        {
            return name switch
            {
                "hello" or "isMaster" or "ismaster" => member.Hello(command),
                "saslStart" => Start(command),
                "saslContinue" => Continue(command),
                "authenticate" => Show(command),
                _ when member.Options.User is not null
                    && !_isIn => Commands.Error(13, "Unauthorized", $"Command {name} requires authentication"),
                _ => new Commands(member, _cursors).Run(name, command, documents),
            };
        }
        catch (NotSupportedException exception)
        {
            return Commands.Error(9, "FailedToParse", exception.Message);
        }
    }

    private BsonDocument Show(BsonDocument command)
    {
        _isIn = _subject is not null && command.Text("mechanism") == "MONGODB-X509" && command.Text("$db") == "$external"
            && (command.Text("user") ?? _subject) == _subject && member.Options.User == _subject;
        return _isIn ? Commands.Good() : Commands.Error(18, "AuthenticationFailed", "Authentication failed.");
    }

    private BsonDocument Start(BsonDocument command)
    {
        string mechanism = command.Text("mechanism") ?? string.Empty;
        if (!member.Options.Mechanisms.Contains(mechanism) || member.Options.User is null)
        {
            return Commands.Error(334, "MechanismUnavailable", $"Unsupported mechanism {mechanism}");
        }

        var (user, password) = (member.Options.User, member.Options.Password);
        _login = mechanism == "SCRAM-SHA-1"
            ? new ScramServer(HashAlgorithmName.SHA1, user, Kept(user, password), member.Options.Iterations)
            : new ScramServer(HashAlgorithmName.SHA256, user, password, member.Options.Iterations);
        return Step(_login.First(Encoding.UTF8.GetString((byte[])command["payload"]!)), isDone: false);
    }

    private BsonDocument Continue(BsonDocument command)
    {
        byte[] payload = (byte[])command["payload"]!;
        if (payload.Length == 0 && _isIn)
        {
            return Step(string.Empty, isDone: true);
        }

        var answer = Step(_login?.Final(Encoding.UTF8.GetString(payload)), isDone: !member.Options.EndsLoginEmpty);
        _isIn = answer.IsTrue("ok");
        return answer;
    }

#pragma warning disable CA5351 // MongoDB's SCRAM-SHA-1 keeps this of a password.
    private static string Kept(string user, string password) =>
        Convert.ToHexStringLower(MD5.HashData(Encoding.UTF8.GetBytes($"{user}:mongo:{password}")));
#pragma warning restore CA5351

    private static BsonDocument Step(string? payload, bool isDone) => payload is null
        ? Commands.Error(18, "AuthenticationFailed", "Authentication failed.")
        : Commands.Good(("conversationId", 1), ("done", isDone), ("payload", Encoding.UTF8.GetBytes(payload)));
}
