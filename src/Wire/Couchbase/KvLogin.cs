using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Runs the SASL login of a <see cref="KvConnection"/> (kv_engine, docs/BinaryProtocol.md, "SASL"): the strongest SCRAM that the
/// server offers, or PLAIN. Only <see cref="KvConnection.Open"/> calls it, once per connection. Never sends PLAIN over an
/// unencrypted connection.
/// </summary>
internal static class KvLogin
{
    public const string Plain = "PLAIN";

    private static readonly (string Name, HashAlgorithmName Hash)[] Scrams =
    [
        ("SCRAM-SHA512", HashAlgorithmName.SHA512), ("SCRAM-SHA256", HashAlgorithmName.SHA256),
            ("SCRAM-SHA1", HashAlgorithmName.SHA1),
    ];

    /// <summary>Logs in and returns the mechanism.</summary>
    /// <param name="connection">A connection over which only HELLO was sent.</param>
    /// <param name="credentials">User and password.</param>
    /// <param name="isEncrypted">Whether PLAIN is allowed.</param>
    /// <exception cref="KvServerException">The server rejects the user or the password.</exception>
    /// <exception cref="NoPasswordException">No password was given, and the server does not prove that it knows one.</exception>
    /// <exception cref="WireProtocolException">
    /// The server offers no allowed mechanism, or does not prove that it knows the password.
    /// </exception>
    public static string Run(KvConnection connection, KvCredentials credentials, bool isEncrypted)
    {
        string offered = Encoding.ASCII.GetString(
            connection.Exchange(KvOpcode.SaslListMechanisms, "Listing the authentication mechanisms").Value);
        string[] mechanisms = offered.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        string? mechanism = credentials.Mechanism ?? Scrams.Select(s => s.Name).FirstOrDefault(mechanisms.Contains)
            ?? (isEncrypted && mechanisms.Contains(Plain) ? Plain : null);
        if (mechanism is null || !mechanisms.Contains(mechanism))
        {
            throw new WireProtocolException(
                $"The server offers {(offered.Length == 0 ? "no authentication mechanism" : offered)}; the client needs "
                + $"{mechanism ?? "SCRAM"}{(isEncrypted ? string.Empty : ", since the connection is not encrypted")}.");
        }

        if (mechanism == Plain)
        {
            if (!isEncrypted)
            {
                throw new WireProtocolException(
                    "PLAIN sends the password in clear: use it on encrypted connections only (couchbases://).");
            }

            Step(connection, KvOpcode.SaslAuth, mechanism, $"\0{credentials.User}\0{credentials.RevealPassword()}");
            return mechanism;
        }

        var scram = new Scram(Scrams.Single(s => s.Name == mechanism).Hash, credentials.User, credentials.RevealPassword());
        var (status, first) = Step(connection, KvOpcode.SaslAuth, mechanism, scram.First);
        if (status != KvStatus.AuthenticationContinue)
        {
            throw new WireProtocolException("The server ended the login before it proved that it knows the password.");
        }

        var (_, final) = Step(connection, KvOpcode.SaslStep, mechanism, scram.Final(first));
        try
        {
            scram.Verify(final);
        }
        catch (WireProtocolException exception) when (credentials.RevealPassword().Length == 0)
        {
            // The server accepts a login without proof, so a wrong password and a missing one look alike. Here the password is
            // missing.
            throw new NoPasswordException(credentials.User, exception);
        }

        return mechanism;
    }

    private static (KvStatus Status, string Payload) Step(KvConnection connection, KvOpcode opcode, string mechanism,
        string payload)
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
