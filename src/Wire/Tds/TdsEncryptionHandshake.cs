using System.Net.Security;
using System.Security.Authentication;

namespace DbIngest.Wire.Tds;

/// <summary>
/// Exchanges the pre-login with the server and encrypts the connection as requested (MS-TDS 3.2.5.1). Only
/// <see cref="TdsConnection.Open"/> calls it, once per connection, before the login. Throws rather than continue unencrypted when
/// the options require encryption.
/// </summary>
internal static class TdsEncryptionHandshake
{
    private static readonly SslApplicationProtocol Protocol8 = new("tds/8.0");

    /// <summary>Agrees on encryption and runs the TLS handshake.</summary>
    /// <param name="channel">A channel over which nothing was sent yet.</param>
    /// <param name="options">Host, kind of encryption and certificates.</param>
    /// <returns>Whether encryption ends once the login has been sent.</returns>
    /// <exception cref="ConnectionLostException">
    /// The server does not encrypt although the options require it, or its certificate is not trusted.
    /// </exception>
    public static bool Run(TdsChannel channel, TdsConnectionOptions options)
    {
        if (options.Encryption == TdsEncryption.Strict)
        {
            channel.Stream.Encrypt(options.Host, options.Tls with { Protocols = [Protocol8] });
        }

        var wanted = options.Encryption == TdsEncryption.Optional ? TdsPreLogin.Choice.Off : TdsPreLogin.Choice.On;
        var message = new TdsMessage();
        TdsPreLogin.Write(message, wanted);
        channel.Send(TdsPacketKind.PreLogin, message.Payload);
        channel.BeginAnswer();
        var offered = TdsPreLogin.ReadChoice(channel.Rest());
        channel.EndAnswer();
        switch (options.Encryption, offered)
        {
            case (TdsEncryption.Strict, _):
                return false;
            case (TdsEncryption.Mandatory, TdsPreLogin.Choice.On or TdsPreLogin.Choice.Required):
                Encrypt(channel, options, options.Tls);
                return false;
            case (TdsEncryption.Mandatory, _):
                throw new ConnectionLostException(
                    $"{options.Host} does not encrypt connections, and the endpoint requires it: give the server a "
                    + $"certificate, or set encrypt=false.");
            case (_, TdsPreLogin.Choice.NotSupported):
                return false;
            default:
                Encrypt(channel, options, options.Tls with { AcceptsAnyCertificate = true });
                return offered == TdsPreLogin.Choice.Off;
        }
    }

    /// <remarks>
    /// TLS 1.3 continues its handshake after the connection is encrypted, which cannot be told apart from data once packets have
    /// ended. So TLS 1.2 is used.
    /// </remarks>
    private static void Encrypt(TdsChannel channel, TdsConnectionOptions options, TlsOptions tls)
    {
        TdsHandshakeStream? framing = null;
        channel.Stream.Encrypt(options.Host, tls with { Versions = SslProtocols.Tls12 },
            open => framing = new TdsHandshakeStream(open));
        framing!.IsDone = true;
    }
}
