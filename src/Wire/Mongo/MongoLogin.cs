using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Wire.Mongo;

/// <summary>Logging in (the specification "Driver Authentication"): SCRAM-SHA-1, SCRAM-SHA-256 and MONGODB-X509.</summary>
internal static class MongoLogin
{
    public const string Sha1 = "SCRAM-SHA-1";
    public const string Sha256 = "SCRAM-SHA-256";
    public const string Certificate = "MONGODB-X509";

    /// <summary>Fewer are not to be accepted: a server that asks for few may be after the password.</summary>
    private const int FewestIterations = 4096;

    public static void Run(MongoChannel channel, MongoCredentials credentials, MongoHello hello)
    {
        // The better of what the user has; a server that does not say has the older.
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
        var scram = mechanism == Sha256
            ? new Scram(HashAlgorithmName.SHA256, user, password)
            : new Scram(HashAlgorithmName.SHA1, user, Digest(user, password));
        var answer = Step(channel, new BsonDocument(
            ("saslStart", 1), ("mechanism", mechanism), ("payload", Encoding.UTF8.GetBytes(scram.First)),
            ("options", new BsonDocument(("skipEmptyExchange", true))), ("$db", credentials.Source)));
        object? conversation = answer["conversationId"];
        string first = Payload(answer);
        if (first.Split(',') is [_, _, ['i', '=', .. var rounds], ..] && int.TryParse(rounds, System.Globalization.CultureInfo.InvariantCulture, out int iterations) && iterations < FewestIterations)
        {
            throw new WireProtocolException($"The server asks for {iterations} iterations of SCRAM; fewer than {FewestIterations} are not safe.");
        }

        answer = Step(channel, Continue(scram.Final(first)));
        scram.Verify(Payload(answer));
        if (!answer.IsTrue("done"))
        {
            // A server that does not know skipEmptyExchange wants one more word.
            answer = Step(channel, Continue(string.Empty));
        }

        if (!answer.IsTrue("done"))
        {
            throw new WireProtocolException("The server does not end the login by SCRAM.");
        }

        BsonDocument Continue(string payload) => new(
            ("saslContinue", 1), ("conversationId", conversation), ("payload", Encoding.UTF8.GetBytes(payload)), ("$db", credentials.Source));
    }

    private static BsonDocument Step(MongoChannel channel, BsonDocument command) => BsonDocument.Read(channel.Exchange(command));

    private static string Payload(BsonDocument answer) => answer["payload"] is byte[] payload
        ? Encoding.UTF8.GetString(payload)
        : throw new WireProtocolException("The server's answer has no message of SCRAM.");

    // The specification's own: what the server keeps with SCRAM-SHA-1 is made of this, not of the password.
#pragma warning disable CA5351
    internal static string Digest(string user, string password) =>
        Convert.ToHexStringLower(MD5.HashData(Encoding.UTF8.GetBytes($"{user}:mongo:{password}")));
#pragma warning restore CA5351
}
