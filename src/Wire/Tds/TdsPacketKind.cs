namespace DbIngest.Wire.Tds;

/// <summary>
/// Kinds of packets (MS-TDS 2.2.3.1.1). <see cref="TdsChannel"/> writes one into the header of each packet and accepts only
/// <see cref="TabularResult"/> as an answer. <see cref="TdsHandshakeStream"/> sends the TLS handshake in packets of
/// <see cref="PreLogin"/>, and accepts this kind as well. The numbers are the protocol's and must not change.
/// </summary>
internal enum TdsPacketKind : byte
{
    SqlBatch = 0x01,
    Rpc = 0x03,
    TabularResult = 0x04,
    Attention = 0x06,
    BulkLoad = 0x07,
    Login7 = 0x10,
    PreLogin = 0x12,
}
