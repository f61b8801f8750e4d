using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// Runs the login of a connection (specification "Driver Authentication"): SCRAM-SHA-1, SCRAM-SHA-256 or MONGODB-X509. Only
/// <see cref="MongoHandshake"/> calls it, once per connection. It never sends the password itself, and refuses a server that asks
/// for fewer than 4,096 iterations of SCRAM.
/// </summary>
internal static class MongoLogin
{
    public const string Sha1 = "SCRAM-SHA-1";
    public const string Sha256 = "SCRAM-SHA-256";
    public const string Certificate = "MONGODB-X509";

    /// <summary>Fewest iterations to accept. A server that asks for fewer may be trying to obtain the password.</summary>
    private const int FewestIterations = 4096;

    /// <summary>
    /// Logs in. Throws <see cref="MongoServerException"/> for a rejected user and <see cref="WireProtocolException"/> for a wrong
    /// proof.
    /// </summary>
    public static void Run(MongoChannel channel, MongoCredentials credentials, MongoHello hello)
    {
        // The strongest mechanism of this user. A server that does not list them supports SCRAM-SHA-1 only.
        string mechanism = credentials.Mechanism ?? (hello.Answer.Texts("saslSupportedMechs").Contains(Sha256) ? Sha256 : Sha1);
        if (mechanism == Certificate)
        {
            var command = new BsonDocument(("authenticate", 1), ("mechanism", Certificate));
            if (credentials.User is { } user)
            {
                command.Add("user", user);
            }

            channel.Exchange(command.Add("$db", "$external"));
            return;
        }

        Converse(channel, credentials, mechanism);
    }

    private static void Converse(MongoChannel channel, MongoCredentials credentials, string mechanism)
    {
        string user = credentials.User!;
        string password = credentials.RevealPassword();

        // Drivers prepare the password alone: a server tells the user IX from one whose name is the single character U+2168.
        var scram = mechanism == Sha256
            ? new Scram(HashAlgorithmName.SHA256, user, password, preparesUser: false)
            : new Scram(HashAlgorithmName.SHA1, user, Digest(user, password), preparesUser: false);
        var answer = Step(channel, new BsonDocument(
            ("saslStart", 1), ("mechanism", mechanism), ("payload", Encoding.UTF8.GetBytes(scram.First)),
            ("options", new BsonDocument(("skipEmptyExchange", true))), ("$db", credentials.Source)));
        object? conversation = answer["conversationId"];
        string first = Payload(answer);
        if (first.Split(',') is [_, _, ['i', '=', .. var rounds], ..]
            && int.TryParse(rounds, System.Globalization.CultureInfo.InvariantCulture, out int iterations)
            && iterations < FewestIterations)
        {
            throw new WireProtocolException(
                $"The server asks for {iterations} iterations of SCRAM; fewer than {FewestIterations} are refused as unsafe.");
        }

        answer = Step(channel, Continue(scram.Final(first)));
        scram.Verify(Payload(answer));
        if (!answer.IsTrue("done"))
        {
            // A server that does not know skipEmptyExchange expects one more, empty, message.
            answer = Step(channel, Continue(string.Empty));
        }

        if (!answer.IsTrue("done"))
        {
            throw new WireProtocolException("The server did not end the SCRAM login when it was complete.");
        }

        BsonDocument Continue(string payload) => new(
            ("saslContinue", 1), ("conversationId", conversation), ("payload", Encoding.UTF8.GetBytes(payload)),
                ("$db", credentials.Source));
    }

    private static BsonDocument Step(MongoChannel channel, BsonDocument command) => BsonDocument.Read(channel.Exchange(command));

    private static string Payload(BsonDocument answer) => answer["payload"] is byte[] payload
        ? Encoding.UTF8.GetString(payload)
        : throw new WireProtocolException("The server's answer has no SCRAM payload.");

    // MongoDB's own digest: servers derive the keys of SCRAM-SHA-1 from it, not from the password.
#pragma warning disable CA5351
    internal static string Digest(string user, string password) =>
        Convert.ToHexStringLower(MD5.HashData(Encoding.UTF8.GetBytes($"{user}:mongo:{password}")));
#pragma warning restore CA5351
}
