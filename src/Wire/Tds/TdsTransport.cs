using System.Net;
using System.Net.Security;
using System.Security.Authentication;

namespace DbIngest.Wire.Tds;

/// <summary>Opens the channel to a server: pre-login, and encryption as asked for (MS-TDS 3.2.5.1).</summary>
internal static class TdsTransport
{
    private static readonly SslApplicationProtocol Protocol8 = new("tds/8.0");

    /// <summary>Connects.</summary>
    /// <param name="options">Where and how.</param>
    /// <param name="encryptsLoginOnly">Whether encryption ends after the login has been sent.</param>
    /// <returns>The channel, ready for the login.</returns>
    /// <exception cref="ConnectionLostException">The server cannot be connected to, or not as is asked.</exception>
    public static TdsChannel Open(TdsConnectionOptions options, out bool encryptsLoginOnly)
    {
        var channel = new TdsChannel(WireStream.Connect(new DnsEndPoint(options.Host, options.Port), options.Socket));
        try
        {
            if (options.Encryption == TdsEncryption.Strict)
            {
                channel.Stream.Encrypt(options.Host, options.Tls with { Protocols = [Protocol8] });
            }

            encryptsLoginOnly = Agree(channel, options);
            return channel;
        }
        catch
        {
            channel.Dispose();
            throw;
        }
    }

    private static bool Agree(TdsChannel channel, TdsConnectionOptions options)
    {
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
                    $"{options.Host} does not encrypt connections, and encryption is asked for: give the server a certificate, or say encrypt=false.");
            case (_, TdsPreLogin.Choice.NotSupported):
                return false;
            default:
                Encrypt(channel, options, options.Tls with { AcceptsAnyCertificate = true });
                return offered == TdsPreLogin.Choice.Off;
        }
    }

    /// <remarks>TLS 1.3 sends messages of its handshake after it, which a protocol that packs the handshake into packets cannot pass.</remarks>
    private static void Encrypt(TdsChannel channel, TdsConnectionOptions options, TlsOptions tls)
    {
        TdsHandshakeStream? framing = null;
        channel.Stream.Encrypt(options.Host, tls with { Versions = SslProtocols.Tls12 }, open => framing = new TdsHandshakeStream(open));
        framing!.IsDone = true;
    }
}
