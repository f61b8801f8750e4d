using System.Text;
using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Wire.Cql;

/// <summary>
/// Runs the first exchange of a connection (sections 4.1.1 and 4.1.2 of the native protocol): STARTUP, and AUTH_RESPONSE if the
/// server requires it. Only <see cref="CqlConnection"/> calls it, once per connection. Every authenticator gets user and password
/// (SASL PLAIN), in clear unless the connection is encrypted. The login fails if the authenticator asks for more.
/// </summary>
internal static class CqlHandshake
{
    private const string PlainAuthenticators = "PasswordAuthenticator";
    private const int FirstVersionWithSegments = 5;

    /// <summary>Makes a connection ready for requests.</summary>
    /// <param name="channel">A channel over which nothing was sent yet.</param>
    /// <param name="options">Credentials, and whether to compress.</param>
    /// <exception cref="WireProtocolException">
    /// Compression was requested, which this version of the protocol does not support.
    /// </exception>
    /// <exception cref="CqlServerException">
    /// The server rejects the version, the user or the password, or asks for a login that the options do not provide.
    /// </exception>
    public static void Run(CqlChannel channel, CqlConnectionOptions options)
    {
        if (options.IsCompressed && channel.Version < FirstVersionWithSegments)
        {
            throw new WireProtocolException(
                $"Compression (LZ4) needs version {FirstVersionWithSegments} of the protocol; this connection uses "
                + $"{channel.Version}.");
        }

        channel.Begin(CqlOpcode.Startup);
        channel.Requests.UInt16(options.IsCompressed ? 3 : 2);
        channel.Requests.String("CQL_VERSION");
        channel.Requests.String("3.0.0");
        channel.Requests.String("DRIVER_NAME");
        channel.Requests.String("DbIngest");
        if (options.IsCompressed)
        {
            channel.Requests.String("COMPRESSION");
            channel.Requests.String("lz4");
        }

        var answer = channel.Exchange();
        string authenticator = answer.Opcode switch
        {
            CqlOpcode.Ready => string.Empty,
            CqlOpcode.Authenticate => answer.Body.String(),
            _ => throw Unexpected(answer.Opcode),
        };

        // The server's answer to STARTUP is the last message without segments.
        channel.BeginSegments();
        if (authenticator.Length > 0)
        {
            Authenticate(channel, authenticator, options.Credentials);
        }
    }

    /// <summary>Returns the exception for a message that does not answer the request.</summary>
    public static WireProtocolException Unexpected(CqlOpcode opcode) =>
        new($"The server sent {opcode}, which does not answer the request.");

    private static void Authenticate(CqlChannel channel, string authenticator, CqlCredentials? credentials)
    {
        if (credentials is null)
        {
            throw new CqlServerException(CqlErrorCode.AuthenticationError,
                $"{authenticator} needs a user and a password, and none were given");
        }

        // SASL PLAIN (RFC 4616): an empty authorization identity, the user, the password.
        byte[] token = Encoding.UTF8.GetBytes($"\0{credentials.User}\0{credentials.RevealPassword()}");
        try
        {
            channel.Begin(CqlOpcode.AuthResponse);
            channel.Requests.Bytes(token);
            var answer = channel.Exchange();
            if (answer.Opcode == CqlOpcode.AuthChallenge)
            {
                throw new CqlServerException(
                    CqlErrorCode.AuthenticationError,
                        $"{authenticator} needs more than a user and a password; only {PlainAuthenticators} is supported");
            }

            if (answer.Opcode != CqlOpcode.AuthSuccess)
            {
                throw Unexpected(answer.Opcode);
            }
        }
        finally
        {
            Array.Clear(token);
        }
    }
}
