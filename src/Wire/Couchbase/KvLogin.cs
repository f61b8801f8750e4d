using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Wire.Couchbase;

/// <summary>Logging in (kv_engine, docs/BinaryProtocol.md, "SASL"): SCRAM, and PLAIN where the connection is encrypted.</summary>
internal static class KvLogin
{
    public const string Plain = "PLAIN";

    private static readonly (string Name, HashAlgorithmName Hash)[] Scrams =
    [
        ("SCRAM-SHA512", HashAlgorithmName.SHA512), ("SCRAM-SHA256", HashAlgorithmName.SHA256), ("SCRAM-SHA1", HashAlgorithmName.SHA1),
    ];

    /// <summary>Logs in.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="credentials">Who.</param>
    /// <param name="isEncrypted">Whether nobody reads along.</param>
    /// <returns>The mechanism.</returns>
    public static string Run(KvConnection connection, KvCredentials credentials, bool isEncrypted)
    {
        string offered = Encoding.ASCII.GetString(connection.Exchange(KvOpcode.SaslListMechanisms, "The list of mechanisms of logging in").Value);
        string[] mechanisms = offered.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        string? mechanism = credentials.Mechanism ?? Scrams.Select(s => s.Name).FirstOrDefault(mechanisms.Contains) ?? (isEncrypted && mechanisms.Contains(Plain) ? Plain : null);
        if (mechanism is null || !mechanisms.Contains(mechanism))
        {
            throw new WireProtocolException($"The server offers {(offered.Length == 0 ? "no mechanism" : offered)} to log in by, and {mechanism ?? "SCRAM"} is wanted{(isEncrypted ? string.Empty : ", since the connection is not encrypted")}.");
        }

        if (mechanism == Plain)
        {
            if (!isEncrypted)
            {
                throw new WireProtocolException("PLAIN sends the password as it is: it is used on encrypted connections only (couchbases://).");
            }

            Step(connection, KvOpcode.SaslAuth, mechanism, $"\0{credentials.User}\0{credentials.RevealPassword()}");
            return mechanism;
        }

        var scram = new Scram(Scrams.Single(s => s.Name == mechanism).Hash, credentials.User, credentials.RevealPassword());
        var (status, first) = Step(connection, KvOpcode.SaslAuth, mechanism, scram.First);
        if (status != KvStatus.AuthenticationContinue)
        {
            throw new WireProtocolException("The server ends the login before it has proved that it knows the password.");
        }

        var (_, final) = Step(connection, KvOpcode.SaslStep, mechanism, scram.Final(first));
        try
        {
            scram.Verify(final);
        }
        catch (WireProtocolException exception) when (credentials.RevealPassword().Length == 0)
        {
            // A server that lets in whoever proves nothing: the one thing that is known is that no password was there to prove anything by.
            throw new NoPasswordException(credentials.User, exception);
        }

        return mechanism;
    }

    private static (KvStatus Status, string Payload) Step(KvConnection connection, KvOpcode opcode, string mechanism, string payload)
    {
        connection.Begin(opcode, 0, 0, default, Encoding.ASCII.GetBytes(mechanism));
        connection.Requests.Raw(Encoding.UTF8.GetBytes(payload));
        connection.End();
        connection.Flush();
        var answer = connection.Receive();
        return answer.Status is KvStatus.Success or KvStatus.AuthenticationContinue
            ? (answer.Status, Encoding.UTF8.GetString(answer.Value))
            : throw KvServerException.Of(answer, $"The user {connection.User} cannot log in by {mechanism}");
    }
}
