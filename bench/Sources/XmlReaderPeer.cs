using System.Text;
using System.Xml;
using DbIngest.Sources.Csv;

namespace DbIngest.Bench.Sources;

/// <summary>
/// Reads the XML formats with System.Xml.XmlReader and the product's parsers of numbers and times: the reader that would replace
/// the product's scanner. <see cref="ReadBench"/> measures both. It returns the sum of all numbers, so that no parsing can be
/// optimised away.
/// </summary>
internal sealed class XmlReaderPeer : IDisposable
{
    private const int MaxText = 64 * 1024;

    private static readonly XmlReaderSettings Settings = new()
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        IgnoreComments = true,
        IgnoreProcessingInstructions = true,
        IgnoreWhitespace = true,
        CloseInput = true,
    };

    private readonly XmlReader _reader;
    private readonly char[] _chars = new char[MaxText];
    private readonly byte[] _bytes = new byte[MaxText];

    private XmlReaderPeer(string path) => _reader = XmlReader.Create(File.OpenRead(path), Settings);

    /// <summary>Reads measurement XML.</summary>
    public static double Measurements(string path)
    {
        using var peer = new XmlReaderPeer(path);
        return peer.Measurements();
    }

    /// <summary>Reads Green Button in two passes, links and then readings, since types may follow readings.</summary>
    public static double GreenButton(string path)
    {
        using var links = new XmlReaderPeer(path);
        using var readings = new XmlReaderPeer(path);
        return links.Links() + readings.Readings();
    }

    public void Dispose() => _reader.Dispose();

    private double Measurements()
    {
        var times = new TimestampParser(DateOrder.YearMonthDay);
        object record = _reader.NameTable.Add("record");
        double sum = 0;
        while (_reader.Read())
        {
            if (_reader.NodeType == XmlNodeType.Element && (object)_reader.LocalName == record)
            {
                _reader.MoveToAttribute("time");
                sum += times.TryParse(Text(), out long micros, out _) ? micros : 0;
                _reader.MoveToAttribute("quality");
                sum += Number();
            }
            else if (_reader.NodeType == XmlNodeType.Text)
            {
                for (var text = Text(); NumberParser.Parse(text, (byte)'.', out double value) is var used and > 0; text =
                    text[used..].TrimStart((byte)' '))
                {
                    sum += value;
                }
            }
        }

        return sum;
    }

    private double Links()
    {
        object link = _reader.NameTable.Add("link");
        double sum = 0;
        while (_reader.Read())
        {
            if (_reader.NodeType == XmlNodeType.Element && (object)_reader.LocalName == link)
            {
                sum += _reader.MoveToAttribute("rel") ? Text().Length : 0;
                sum += _reader.MoveToAttribute("href") ? Text().Length : 0;
            }
        }

        return sum;
    }

    private double Readings()
    {
        object[] fields = [_reader.NameTable.Add("start"), _reader.NameTable.Add("duration"), _reader.NameTable.Add("value"),
            _reader.NameTable.Add("cost")];
        double sum = 0;
        bool isField = false;
        while (_reader.Read())
        {
            if (_reader.NodeType == XmlNodeType.Element)
            {
                isField = Array.IndexOf(fields, _reader.LocalName) >= 0;
            }
            else if (isField && _reader.NodeType == XmlNodeType.Text)
            {
                sum += Number();
            }
        }

        return sum;
    }

    private double Number() => NumberParser.TryParse(Text(), (byte)'.', out double value) ? value : 0;

    private ReadOnlySpan<byte> Text()
    {
        int length = _reader.ReadValueChunk(_chars, 0, MaxText);
        Ascii.FromUtf16(_chars.AsSpan(0, length), _bytes, out int bytes);
        return _bytes.AsSpan(0, bytes);
    }
}
